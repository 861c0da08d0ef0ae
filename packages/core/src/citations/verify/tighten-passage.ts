import type { ClaimAlignment } from './align-claim.js';
import type { ClaimTerms } from './claim-terms.js';
import { firstTokenFrom, type ClaimToken } from './claim-token.js';
import { isQualifier } from './find-qualifiers.js';
import { onceOf } from './once-of.js';
import type { PreparedText } from './prepared-text.js';
import { saysNothing } from './says-nothing.js';
import { splitSentences } from './split-sentences.js';

type Span = { start: number; end: number };

/** The claim's words are in the source almost verbatim, so the span can be exact. */
const NEARLY_VERBATIM = 0.6;
/** Sentences up to this length are shown whole. */
const READABLE = 320;
/** Cost of a word that the claim lacks, relative to one that it has. */
const FOREIGN_COST = 0.6;
const STOP_WORD_GAIN = 0.1;

/**
 * The tightest span that supports the claim: exact if the claim repeats the source, whole sentences if it rephrases it,
 * and the relevant clauses if those sentences are long.
 */
export function tightenPassage(claim: ClaimTerms, alignment: ClaimAlignment): Span & { header?: Span } {
  const { text, window, adjacent } = alignment;
  const isVerbatim = adjacent >= NEARLY_VERBATIM;
  const margin = isVerbatim ? sentencesIn(claim) - 1 : 0;
  const first = text.sentences[Math.max(0, window.first - margin)];
  const last = text.sentences[Math.min(text.sentences.length - 1, window.last + margin)];
  const whole = { start: first?.start ?? 0, end: last?.end ?? text.text.length };
  const table = text.tables.find((one) => window.first <= one.last && window.last > one.first);
  if (table) return withHeader(text, text.sentences[table.first], whole);
  if (!isVerbatim && whole.end - whole.start <= READABLE) return whole;
  const tokens = text.tokens.slice(
    firstTokenFrom(text.tokens, whole.start),
    firstTokenFrom(text.tokens, whole.end),
  );
  if (isVerbatim) {
    const run = closestRun(tokens, claim);
    if (run && hasAll(run, whole, alignment) && !leavesOut(run, tokens))
      return withPunctuation(text.text, run, whole);
    if (whole.end - whole.start <= READABLE) return whole;
  }
  const dense = densestRun(tokens, gains(claim, alignment));
  return dense ? toClauses(text.text, dense, whole) : whole;
}

const sentencesIn = onceOf(({ text }: ClaimTerms) => splitSentences(text).length);

/**
 * The first row includes its header. For rows further down, the header is given separately, without the rows between.
 */
function withHeader(
  { text }: { text: string },
  header: Span | undefined,
  row: Span,
): Span & { header?: Span } {
  if (!header || header.start >= row.start) return row;
  const between = text.slice(header.end, row.start);
  return /^[\s|:+-]*$/u.test(between) ? { start: header.start, end: row.end } : { ...row, header };
}

/** Every word of the claim that is in the sentences is in the run too. */
function hasAll(run: Span, whole: Span, { matches, text }: ClaimAlignment): boolean {
  for (const match of matches)
    if (match && isAnyIn(whole, match.positions, text) && !isAnyIn(run, match.positions, text)) return false;
  return true;
}

function isAnyIn(span: Span, positions: readonly number[], { tokens }: PreparedText): boolean {
  for (const position of positions) {
    const token = tokens[position];
    if (token && token.start >= span.start && token.end <= span.end) return true;
  }
  return false;
}

/** A negating or limiting word is right outside the run: `No`, `some`, `on weekdays only`. */
function leavesOut(run: Span, tokens: readonly ClaimToken[]): boolean {
  const first = tokens.findIndex(({ start }) => start >= run.start);
  const behind = tokens.findIndex(({ start }) => start >= run.end);
  const limits = (token: ClaimToken) => token.form?.isNegator === true || isQualifier(token);
  return (
    tokens.slice(Math.max(0, first - 4), first).some(limits) ||
    (behind !== -1 && tokens.slice(behind, behind + 4).some(limits))
  );
}

/** The distinct words of a claim, each with its number, and their counts. */
const countedWords = onceOf(({ tokens }: ClaimTerms) => {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  for (const { term } of tokens) {
    const number = numbers.get(term) ?? counts.push(0) - 1;
    numbers.set(term, number);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  return { numbers, counts };
});

/** The run of as many tokens as the claim has that shares most with it, trimmed of foreign tokens at its ends. */
function closestRun(tokens: readonly ClaimToken[], claim: ClaimTerms): Span | null {
  const { numbers, counts } = countedWords(claim);
  const left = counts.slice();
  // By token: its number among the claim's words; -1 if the claim lacks it.
  const words = tokens.map(({ term }) => numbers.get(term) ?? -1);
  const length = Math.min(claim.tokens.length, tokens.length);
  const [opening, closing] = [claim.tokens[0]?.term, claim.tokens.at(-1)?.term];
  let shared = 0;
  let best = 0;
  let first = 0;
  for (let end = 0; end < tokens.length; end++) {
    const added = words[end] ?? -1;
    if (added >= 0 && (left[added] = (left[added] ?? 0) - 1) >= 0) shared++;
    const gone = end >= length ? (words[end - length] ?? -1) : -1;
    if (gone >= 0 && (left[gone] = (left[gone] ?? 0) + 1) > 0) shared--;
    const start = Math.max(0, end - length + 1);
    const value =
      shared + (tokens[start]?.term === opening ? 0.5 : 0) + (tokens[end]?.term === closing ? 0.5 : 0);
    if (value <= best) continue;
    best = value;
    first = start;
  }
  let last = Math.min(tokens.length, first + length) - 1;
  while (first < last && words[first] === -1) first++;
  while (last > first && words[last] === -1) last--;
  const start = tokens[first]?.start;
  const end = tokens[last]?.end;
  return start === undefined || end === undefined ? null : { start, end };
}

function gains(claim: ClaimTerms, { matches, text }: ClaimAlignment): (token: ClaimToken) => number {
  const own = new Set(claim.tokens.map(({ term }) => term));
  for (const match of matches) {
    const term = text.tokens[match?.positions[0] ?? -1]?.term;
    if (term !== undefined) own.add(term);
  }
  return (token) => {
    const isStop = token.kind !== 'number' && saysNothing(token);
    const size = isStop ? STOP_WORD_GAIN : 1;
    return own.has(token.term) ? size : -FOREIGN_COST * size;
  };
}

/** The run of tokens with the highest sum of gains. */
function densestRun(tokens: readonly ClaimToken[], gain: (token: ClaimToken) => number): Span | null {
  let best = 0;
  let found: Span | null = null;
  let sum = 0;
  let start = 0;
  for (const token of tokens) {
    if (sum <= 0) {
      sum = 0;
      start = token.start;
    }
    sum += gain(token);
    if (sum <= best) continue;
    best = sum;
    found = { start, end: token.end };
  }
  return found;
}

/** Opening and closing punctuation belongs to the adjacent words. */
function withPunctuation(text: string, span: Span, limit: Span): Span {
  let { start, end } = span;
  while (start > limit.start && /[^\s\p{L}\p{N},;:.)\]]/u.test(text.charAt(start - 1))) start--;
  while (end < limit.end && /[^\s\p{L}\p{N}([]/u.test(text.charAt(end))) end++;
  return { start, end };
}

/** Extends a span to the clauses it touches. */
function toClauses(text: string, span: Span, limit: Span): Span {
  let { start, end } = span;
  while (start > limit.start && !/[,;:.(\n—–]/.test(text.charAt(start - 1))) start--;
  while (start < span.start && /\s/.test(text.charAt(start))) start++;
  while (end < limit.end && !/[,;:.)\n—–]/.test(text.charAt(end - 1))) end++;
  while (end > span.end && /\s/.test(text.charAt(end - 1))) end--;
  return { start, end };
}
