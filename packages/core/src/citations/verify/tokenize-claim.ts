import type { ClaimToken } from './claim-token.js';
import { lightStem } from './light-stem.js';
import { normaliseNumber, numberOfWord } from './number-words.js';

/** Scripts written without spaces: compared by overlapping pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const TOKEN =
  /\p{N}[\p{N}]*(?:[.,'’:\u00a0\u202f]\p{N}+)*(?:st|nd|rd|th)?(?![\p{L}\p{M}])|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}\p{M}]+)*/gu;
const LATIN = /^[a-z'’]+$/;
const ACCENTED = /[^\x00-\x7f]/;

/** Words, numbers and names of a text, in order. */
export function tokenizeClaim(text: string): ClaimToken[] {
  const tokens: ClaimToken[] = [];
  let sentenceStart = true;
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0];
    const start = match.index;
    const end = start + raw.length;
    sentenceStart ||= /[.!?:;\n"“”•|]|^\s*$/.test(text.slice(last, start)) && (last === 0 || end > last);
    last = end;
    const first = raw.charCodeAt(0);
    if (first > 0x0e00 && UNSPACED.test(raw)) addPairs(tokens, raw, start);
    else tokens.push(spacedToken(raw, start, sentenceStart));
    sentenceStart = false;
  }
  return tokens;
}

function spacedToken(raw: string, start: number, sentenceStart: boolean): ClaimToken {
  const end = start + raw.length;
  if (/^\p{N}/u.test(raw) && /^[\p{N}.,'’:\u00a0\u202f]+(?:st|nd|rd|th)?$/u.test(raw))
    return { term: normaliseNumber(raw), kind: 'number', start, end };
  const lower = foldWord(raw);
  const number = numberOfWord(lower);
  if (number !== undefined) return { term: number, kind: 'number', start, end };
  const term = LATIN.test(lower) ? lightStem(lower) : lower;
  return { term, kind: isName(raw, sentenceStart) ? 'name' : 'word', start, end };
}

function foldWord(raw: string): string {
  const lower = raw.toLowerCase().replaceAll('’', "'");
  return ACCENTED.test(lower) ? lower.normalize('NFD').replaceAll(/\p{M}/gu, '') : lower;
}

/** Capitalised within a sentence, or written in capitals or with digits: `Basel`, `IBM`, `V2`. */
function isName(raw: string, sentenceStart: boolean): boolean {
  if (!/^\p{Lu}/u.test(raw)) return /\p{N}/u.test(raw);
  if (/^\p{Lu}[\p{Lu}\p{N}]+$/u.test(raw)) return true;
  return !sentenceStart;
}

function addPairs(tokens: ClaimToken[], raw: string, start: number): void {
  const characters = [...raw];
  let offset = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const term = next === undefined ? character : character + next;
    const length = term.length;
    if (next !== undefined || characters.length === 1)
      tokens.push({ term: term.toLowerCase(), kind: 'word', start: offset, end: offset + length });
    offset += character.length;
  }
}
