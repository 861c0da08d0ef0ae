import type { ClaimToken } from './claim-token.js';
import { clausesOf } from './clauses-of.js';
import { splitSentences, type SentenceSpan } from './split-sentences.js';
import type { TermMatch } from './term-match.js';
import { tokenizeClaim } from './tokenize-claim.js';

/** A text that claims are checked against: its tokens, where each term occurs, and its sentences. */
export interface PreparedText {
  text: string;
  tokens: ClaimToken[];
  /** Of each term, where it stands: indexes into `tokens`, ascending. In the form in which a claim's term matches it. */
  occurrences: Map<string, TermMatch>;
  sentences: SentenceSpan[];
  /** Index of the sentence that each token is in. */
  sentenceOf: Int32Array;
  /** Longer words by their first letters, to find another form of the same word. */
  families: Map<string, string[]>;
  /** Terms of the title and the headings: what the text is about without saying it again. */
  context: ReadonlySet<string>;
  /** The clause that each token is in; null until `clausesOfPrepared` is first asked for them. */
  clauses: readonly number[] | null;
}

/** Letters that two forms of a word must have in common at least. */
export const FAMILY_LETTERS = 5;

const NONE = { term: '', kind: 'word' } as const;

export function prepareText(text: string, context = ''): PreparedText {
  const tokens = tokenizeClaim(text);
  const occurrences = new Map<string, { strength: number; positions: number[] }>();
  const families = new Map<string, string[]>();
  for (let index = 0; index < tokens.length; index++) {
    const { term, kind } = tokens[index] ?? NONE;
    const known = occurrences.get(term);
    if (known) known.positions.push(index);
    else {
      occurrences.set(term, { strength: 1, positions: [index] });
      if (kind !== 'number' && term.length >= FAMILY_LETTERS) addToFamily(families, term);
    }
  }
  const sentences = splitSentences(text);
  const contextTerms = new Set(tokenizeClaim(context).map(({ term }) => term));
  return {
    text,
    tokens,
    occurrences,
    sentences,
    sentenceOf: sentenceOf(tokens, sentences),
    families,
    context: contextTerms,
    clauses: null,
  };
}

export function clausesOfPrepared(prepared: PreparedText): readonly number[] {
  return (prepared.clauses ??= clausesOf(prepared.text, prepared.tokens));
}

function addToFamily(families: Map<string, string[]>, term: string): void {
  const key = term.slice(0, FAMILY_LETTERS);
  const known = families.get(key);
  if (known) known.push(term);
  else families.set(key, [term]);
}

function sentenceOf(tokens: readonly ClaimToken[], sentences: readonly SentenceSpan[]): Int32Array {
  const indexes = new Int32Array(tokens.length);
  let sentence = 0;
  for (let index = 0; index < tokens.length; index++) {
    const start = tokens[index]?.start ?? 0;
    while (sentence + 1 < sentences.length && start >= (sentences[sentence]?.end ?? 0)) sentence++;
    indexes[index] = sentence;
  }
  return indexes;
}

/** Index of the first token that begins at `offset` or behind it. */
export function firstTokenFrom(tokens: readonly ClaimToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
