import type { ClaimToken } from './claim-token.js';
import { joinPhrases } from './join-phrases.js';
import { normaliseNumber } from './number-words.js';
import { readAmounts } from './read-amounts.js';
import { wordForm } from './word-form.js';

/** Scripts written without spaces are compared by overlapping pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const TOKEN =
  /\p{N}+(?:[.,'’:\u00a0\u202f]\p{N}+)*(?:(?:st|nd|rd|th|s)(?![\p{L}\p{M}]))?|\p{L}[\p{L}\p{N}\p{M}]*(?:['’][\p{L}\p{M}]+)*/uy;
const SENTENCE_BREAK = /[.!?:;\n"“”«»„•|]/;
/** Before a name, with a full stop that does not end a sentence: `Dr. Okafor`. */
const TITLES = new Set(['dr', 'mr', 'mrs', 'ms', 'prof', 'st', 'sr', 'sra', 'mme', 'hr', 'fr']);
/** Things distinguished by letters: `group B`, `vitamin C`. */
const LABELLED = new Set(
  (
    'group groups arm team type class vitamin hepatitis influenza plan option phase zone building block gate hall section ' +
    'appendix annex schedule category grade series model sample site cohort company part level line platform terminal ' +
    'unit variant version team stage step case gruppe klasse typ phase zone anhang grupo clase tipo groupe classe annexe'
  ).split(' '),
);
const APOSTROPHE = 0x27;
const BRACKET = 0x5b;
/** `[28]`, `[1, 2]`, `[3–5]`: a mark that refers to a note or source, not an amount. */
const MARK = /\[\p{Nd}{1,3}(?:\s?[,;–-]\s?\p{Nd}{1,3}){0,9}\](?!\()/uy;
/** What a mark follows, unless it opens a line; elsewhere it is a list of values. */
const BEFORE_MARK = /(?:^|\n|[\p{L}\p{M}\p{N}\])}.!?"'”’»%])\s?$/u;

/** Words, numbers and names of a text, in order. With `most`, only as much of the beginning as needed is read. */
export function tokenizeClaim(text: string, most = Infinity): ClaimToken[] {
  const tokens: ClaimToken[] = [];
  let last = 0;
  for (let start = 0; start < text.length && tokens.length < most; start++) {
    const first = text.charCodeAt(start);
    if (first === BRACKET) start = endOfMark(text, start);
    if (first < 0x80 && !isLetter(first) && !isDigit(first)) continue;
    let end = endOfToken(text, start);
    if (end === start) continue;
    const raw = text.slice(start, end);
    if (first >= 0x0e00 && UNSPACED.test(raw)) addPairs(tokens, raw, start);
    else if (isDigit(first) || (first > 127 && /^\p{N}/u.test(raw)))
      end = addDigits(tokens, text, raw, start);
    else addWord(tokens, text, raw, start, last);
    last = end;
    start = end - 1;
  }
  const joined = joinPhrases(text, tokens);
  return joined.some(isAmount) ? readAmounts(text, joined) : joined;
}

/** A number, or a word that may be part of one. */
const isAmount = ({ kind, form }: ClaimToken) => kind === 'number' || form?.isAmount === true;

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isDigit = (code: number) => code >= 48 && code <= 57;

/** The last character of a mark at this position; the position itself if there is none. */
function endOfMark(text: string, start: number): number {
  MARK.lastIndex = start;
  const isMark = MARK.test(text) && BEFORE_MARK.test(text.slice(Math.max(0, start - 2), start));
  return isMark ? MARK.lastIndex - 1 : start;
}

/** Most words are plain ASCII and need no regular expression. */
function endOfToken(text: string, start: number): number {
  if (isLetter(text.charCodeAt(start))) {
    let end = start + 1;
    let next = text.charCodeAt(end);
    while (isLetter(next) || isDigit(next)) next = text.charCodeAt(++end);
    if (end === text.length || (next < 0x80 && next !== APOSTROPHE)) return end;
  }
  TOKEN.lastIndex = start;
  return TOKEN.test(text) ? TOKEN.lastIndex : start;
}

/** Positional arguments, because it is called for every word. `last`: where the previous token ended. */
function addWord(tokens: ClaimToken[], text: string, raw: string, start: number, last: number): void {
  const end = start + raw.length;
  const form = wordForm(raw);
  const { number, scale, isName } = form;
  const previous = tokens.at(-1);
  // `2.85 million` and `2,850,000` are one number, and so are `$44bn` and `$44 billion`.
  const isBehind = previous?.kind === 'number' && start - previous.end <= 1;
  const times = isBehind ? (scale ?? scaleInShort(text, raw, previous)) : undefined;
  if (previous && times !== undefined) {
    previous.term = String(Number(previous.term) * times);
    previous.end = end;
    previous.form = null;
  } else if (number !== undefined && (isName !== 'within' || startsSentence(tokens, text, start, last)))
    tokens.push({ term: number, kind: 'number', start, end, form });
  else if (
    raw.length === 1 &&
    form.isCapitalised &&
    start - last === 1 &&
    LABELLED.has(previous?.form?.word ?? '')
  )
    // A letter alone says nothing; here it says which one.
    tokens.push({ term: `label ${form.word}`, kind: 'name', start, end, form: null });
  else {
    const kind =
      isName === 'always' || (isName === 'within' && !startsSentence(tokens, text, start, last))
        ? 'name'
        : 'word';
    tokens.push({ term: form.term, kind, start, end, form });
  }
}

const SHORT_SCALES = new Map([
  ['k', 1e3],
  ['K', 1e3],
  ['m', 1e6],
  ['M', 1e6],
  ['b', 1e9],
  ['B', 1e9],
]);

/** `£4.2m`: only for money, because `4.2 m` is a length. */
function scaleInShort(text: string, raw: string, number: ClaimToken): number | undefined {
  return /[$€£¥₹]\s?$/.test(text.slice(Math.max(0, number.start - 2), number.start))
    ? SHORT_SCALES.get(raw)
    : undefined;
}

function startsSentence(tokens: readonly ClaimToken[], text: string, start: number, last: number): boolean {
  const before = tokens.at(-1);
  if (!before || TITLES.has(before.term)) return !before;
  return SENTENCE_BREAK.test(text.slice(last, start));
}

function addPairs(tokens: ClaimToken[], raw: string, start: number): void {
  const characters = Array.from(raw);
  let offset = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    if (DIGIT.test(character)) {
      offset = addNumber(tokens, characters, index, offset);
      continue;
    }
    const term = next === undefined ? character : character + next;
    if ((next !== undefined && !DIGIT.test(next)) || characters.length === 1)
      tokens.push({
        term: term.toLowerCase(),
        kind: 'word',
        start: offset,
        end: offset + term.length,
        form: null,
      });
    offset += character.length;
  }
}

const DIGIT = /\p{Nd}/u;
const CJK_SCALES = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
  ['千', 1e3],
]);

function addDigits(tokens: ClaimToken[], text: string, raw: string, start: number): number {
  const end = start + raw.length;
  const scale = text.charCodeAt(end) >= 0x4e00 ? CJK_SCALES.get(text.charAt(end)) : undefined;
  const term = normaliseNumber(raw);
  if (isOfCode(tokens, text, start))
    tokens.push({ term: `code ${term}`, kind: 'name', start, end, form: null });
  else if (scale === undefined) tokens.push({ term, kind: 'number', start, end, form: null });
  else tokens.push({ term: String(Number(term) * scale), kind: 'number', start, end: end + 1, form: null });
  return scale === undefined ? end : end + 1;
}

/** `TB-05` is a code, not an amount. A name with more letters may have a number: `Covid-19`, `Boeing-747`. */
function isOfCode(tokens: readonly ClaimToken[], text: string, start: number): boolean {
  const before = tokens.at(-1);
  if (!before || before.end !== start - 1 || text.charAt(start - 1) !== '-') return false;
  return /^[A-Z]{1,4}$/.test(text.slice(before.start, before.end));
}

/** Digits among ideographs, once per run: `2021年`, `30万冊`. */
function addNumber(
  tokens: ClaimToken[],
  characters: readonly string[],
  index: number,
  offset: number,
): number {
  const isInside = index > 0 && DIGIT.test(characters[index - 1] ?? '');
  const own = (characters[index] ?? '').length;
  if (isInside) return offset + own;
  let digits = '';
  for (let at = index; at < characters.length && DIGIT.test(characters[at] ?? ''); at++)
    digits += characters[at];
  const scale = CJK_SCALES.get(characters[index + digits.length] ?? '') ?? 1;
  const term = String(Number(normaliseNumber(digits)) * scale);
  const end = offset + digits.length + (scale === 1 ? 0 : 1);
  tokens.push({ term, kind: 'number', start: offset, end, form: null });
  return offset + own;
}
