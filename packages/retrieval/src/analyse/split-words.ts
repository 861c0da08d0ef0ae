/** A word with its case kept, because case shows the parts of identifiers. */
export interface WordSpan {
  word: string;
  start: number;
  /** From a script without spaces between words; indexed as pairs of characters. */
  unspaced: boolean;
}

const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const WORD = new RegExp(
  `(?:(?=[\\p{L}\\p{M}\\p{N}])[${UNSPACED}\\u3005])+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_]|(?<=(?![${UNSPACED}])\\p{L})['\\u2019](?=(?![${UNSPACED}])\\p{L})|(?<=(?![${UNSPACED}])[\\p{L}\\p{N}])-(?=(?![${UNSPACED}])[\\p{L}\\p{N}]))+`,
  'gu',
);
/** The same for ASCII texts, in less than half the time; a single word takes a sixth. */
const ASCII_WORD = /(?:\w|(?<=[A-Za-z])'(?=[A-Za-z])|(?<=[A-Za-z0-9])-(?=[A-Za-z0-9]))+/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/** Words in reading order. Hyphens and apostrophes inside a word stay in it. */
export function splitWords(text: string): WordSpan[] {
  const spans: WordSpan[] = [];
  if (!BEYOND_ASCII.test(text)) {
    for (const match of text.matchAll(ASCII_WORD))
      spans.push({ word: match[0], start: match.index, unspaced: false });
    return spans;
  }
  for (const match of text.matchAll(WORD)) {
    spans.push({ word: match[0], start: match.index, unspaced: STARTS_UNSPACED.test(match[0]) });
  }
  return spans;
}
