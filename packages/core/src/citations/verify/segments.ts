import type { ClaimToken } from './claim-token.js';
import { isSpace } from './split-sentences.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that begin a separate statement, or another member of a list. */
const JOINING = setOf(
  'and but while whereas compared versus who which whose or though although und aber oder sondern wahrend wohingegen y pero mientras sino et mais tandis ou e ma mentre mas enquanto и но а',
);

/** By ASCII character: 1 if a segment ends there. */
const BREAKS = new Uint8Array(0x80);
for (const sign of ',;:()\n|\t') BREAKS[sign.charCodeAt(0)] = 1;

/** Numbers the segments of a text, by token: the runs between punctuation and conjunctions. */
export function segmentsOf(text: string, tokens: readonly ClaimToken[]): Int32Array {
  const segments = new Int32Array(tokens.length);
  let segment = 0;
  let first = 0;
  for (let index = 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token) break;
    const end = tokens[index - 1]?.end ?? 0;
    const isJoined = isJoining(tokens, index);
    if ((isJoined && !isMoreOfIt(text, tokens, index)) || (!isJoined && hasBreak(text, end, token.start))) {
      const isEnd = SENTENCE_END.test(text.slice(end, token.start));
      if (isEnd || !isOpening(text, tokens, first, index)) {
        segment++;
        first = index;
      }
    }
    segments[index] = segment;
  }
  return segments;
}

const SENTENCE_END = /[.!?。]\s|\n|[;|\t]/;
const OPENING = setOf(
  'in on at by during after since from until for with as of under before within among today im am bei nach seit vor en el desde durante apres depuis pendant au dans nel dal',
);
const LONGEST_OPENING = 7;

/** `In 1882, the city …`: what comes before the comma belongs to what follows it. */
function isOpening(text: string, tokens: readonly ClaimToken[], first: number, index: number): boolean {
  if (index - first > LONGEST_OPENING || !OPENING.has(tokens[first]?.form?.word ?? '')) return false;
  const before = first === 0 ? '.\n' : text.slice(tokens[first - 1]?.end ?? 0, tokens[first]?.start ?? 0);
  return (
    SENTENCE_END.test(before) &&
    text.slice(tokens[index - 1]?.end ?? 0, tokens[index]?.start ?? 0).trim() === ','
  );
}

/** `in the late 1960s and early 1970s`: another amount, and nothing else that is new. */
function isMoreOfIt(text: string, tokens: readonly ClaimToken[], index: number): boolean {
  let hasAmount = false;
  for (let at = index + 1; at < index + 8; at++) {
    const token = tokens[at];
    if (
      !token ||
      JOINING.has(token.form?.word ?? '') ||
      hasBreak(text, tokens[at - 1]?.end ?? 0, token.start)
    )
      break;
    if (token.amount) hasAmount = true;
    else if (token.form?.isStop !== true && !/^(?:early|late|mid|again)$/.test(token.form?.word ?? ''))
      return false;
  }
  return hasAmount;
}

/** Whether a conjunction begins a new segment: not in `between 40 and 65`. */
function isJoining(tokens: readonly ClaimToken[], index: number): boolean {
  const word = tokens[index]?.form?.word;
  if (word === undefined || !JOINING.has(word)) return false;
  const isRange = tokens[index - 1]?.amount !== undefined && tokens[index + 1]?.amount !== undefined;
  return !(
    isRange &&
    (tokens[index - 2]?.form?.word === 'between' || tokens[index - 2]?.form?.word === 'zwischen')
  );
}

const DASH = /^\s?[–—-]\s?$/;

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x30 && code <= 0x39;
}

function hasBreak(text: string, from: number, to: number): boolean {
  // Nearly always a single space.
  if (to - from === 1 && text.charCodeAt(from) === 0x20) return false;
  // `30–50`
  if (to - from <= 3 && isDigit(text, from - 1) && isDigit(text, to) && DASH.test(text.slice(from, to)))
    return false;
  for (let index = from; index < to; index++) {
    const code = text.charCodeAt(index);
    if (
      code < 0x80
        ? BREAKS[code] === 1
        : code === 0x2014 || code === 0x2013 || (code >= 0x3001 && code <= 0x3002)
    )
      return true;
    if ((code === 0x2e || code === 0x21 || code === 0x3f) && index + 1 < to && isSpace(text, index + 1))
      return true;
  }
  return false;
}
