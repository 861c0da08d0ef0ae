import type { ClaimToken } from './claim-token.js';
import { lightStem } from './light-stem.js';
import { normaliseNumber, numberOfWord, scaleOfWord } from './number-words.js';

/** Scripts written without spaces: compared by overlapping pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const TOKEN =
  /\p{N}+(?:[.,'’:\u00a0\u202f]\p{N}+)*(?:(?:st|nd|rd|th|s)(?![\p{L}\p{M}]))?|\p{L}[\p{L}\p{N}\p{M}]*(?:['’][\p{L}\p{M}]+)*/gu;
const LATIN = /^[a-z']+$/;
const SENTENCE_BREAK = /[.!?:;\n"“”«»„•|]/;

/** Words, numbers and names of a text, in order. */
export function tokenizeClaim(text: string): ClaimToken[] {
  const tokens: ClaimToken[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0];
    const start = match.index;
    const first = raw.charCodeAt(0);
    if (first >= 0x0e00 && UNSPACED.test(raw)) addPairs(tokens, raw, start);
    else if (isNumber(raw))
      tokens.push({ term: normaliseNumber(raw), kind: 'number', start, end: start + raw.length });
    else {
      const isSentenceStart = tokens.length === 0 || SENTENCE_BREAK.test(text.slice(last, start));
      addWord(tokens, raw, start, isSentenceStart);
    }
    last = start + raw.length;
  }
  return tokens;
}

function isNumber(raw: string): boolean {
  const first = raw.charCodeAt(0);
  return (first >= 48 && first <= 57) || (first > 127 && /^\p{N}/u.test(raw));
}

function addWord(tokens: ClaimToken[], raw: string, start: number, isSentenceStart: boolean): void {
  const end = start + raw.length;
  const lower = foldWord(raw);
  const number = numberOfWord(lower);
  const previous = tokens.at(-1);
  const scale = scaleOfWord(lower);
  // `2.85 million` and `2,850,000` are one number.
  if (scale !== undefined && previous?.kind === 'number' && start - previous.end === 1) {
    previous.term = String(Number(previous.term) * scale);
    previous.end = end;
  } else if (number !== undefined) tokens.push({ term: number, kind: 'number', start, end });
  else {
    const term = LATIN.test(lower) ? lightStem(lower) : lower;
    tokens.push({ term, kind: isName(raw, isSentenceStart) ? 'name' : 'word', start, end });
  }
}

function foldWord(raw: string): string {
  const lower = raw.toLowerCase();
  if (LATIN.test(lower)) return lower;
  return lower.replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Capitalised within a sentence, or written in capitals or with digits: `Basel`, `IBM`, `V2`. */
function isName(raw: string, isSentenceStart: boolean): boolean {
  const first = raw.charAt(0);
  if (first === first.toLowerCase()) return /\p{N}/u.test(raw);
  const rest = raw.slice(1);
  return !isSentenceStart || (rest.length > 0 && rest === rest.toUpperCase());
}

function addPairs(tokens: ClaimToken[], raw: string, start: number): void {
  const characters = Array.from(raw);
  let offset = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const term = next === undefined ? character : character + next;
    if (next !== undefined || characters.length === 1)
      tokens.push({ term: term.toLowerCase(), kind: 'word', start: offset, end: offset + term.length });
    offset += character.length;
  }
}
