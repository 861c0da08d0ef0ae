import type { ClaimAlignment } from './align-claim.js';
import { runOfClaim, type ClaimTerms } from './claim-terms.js';
import type { ClaimToken } from './claim-token.js';
import { exclusiveWords } from './exclusive-words.js';
import { onceOf } from './once-of.js';
import { firstTokenOf, partOfSource, tableAt, type SourcePart } from './source-part.js';
import type { PreparedTable, PreparedText } from './prepared-text.js';
import type { TokenRun } from './token-run.js';

/** The most table rows examined around the relevant one. */
const MOST_ROWS = 60;
/** Longer sentences are read in part, because they are not real sentences. */
const MOST_TOKENS = 600;
const NOWHERE: readonly number[] = [];

/** The part of a source that a claim is compared with word by word, and the places of the claim's terms in it. */
export interface Region extends Omit<SourcePart, 'run'> {
  terms: ClaimTerms;
  claim: TokenRun;
  passage: TokenRun;
  /** By term of the claim: its places in the passage, ascending. */
  places: readonly (readonly number[])[];
  /** By token of the claim: its term; -1 for stop words. */
  termOf: readonly number[];
  /** All terms of the claim, in the form that the passage has them. */
  claimed: ReadonlySet<string>;
  /** By token of the claim: its part. */
  parts: Int32Array;
  hasTable: boolean;
  /** Whether its source has any tables or records. */
  mayHaveRows: boolean;
  /** Whether a term of the claim is a name in the title. */
  isTitled: (id: number) => boolean;
  /** Whether a term of the claim is in the source, but not in this part. */
  isElsewhere: (id: number) => boolean;
  /** By segment of the passage; null until first used. */
  hasOtherVerb: Map<number, boolean> | null;
  /** By clause: whether it contains an amount of the claim. */
  hasAmount: Map<number, boolean> | null;
  /** Clauses that omit their verb, once computed. */
  gaps: { found: readonly { head: number; members: number[] }[] | null; words: readonly number[] | null };
  /** By term of the claim and token of the passage: how close its closest place is. */
  nearest: Map<number, number> | null;
  /** By kind of amount; null for words with opposites. */
  hasRival: Map<string | null, Map<number, boolean>> | null;
}

/** The window and one sentence on either side; a table as a whole. */
export function regionOf(terms: ClaimTerms, alignment: ClaimAlignment): Region {
  const { text: source, window, matches } = alignment;
  const table = tableAt(source, window.first) ?? tableAt(source, window.last);
  let from = Math.max(0, window.first - 1);
  let to = Math.min(source.sentences.length - 1, window.last + 1);
  if (table) {
    from = Math.min(from, table.caption >= 0 ? table.caption : table.first);
    to = Math.max(to, Math.min(table.last, window.last + MOST_ROWS));
    if (window.first - table.first > MOST_ROWS) from = window.first - MOST_ROWS;
  }
  const first = firstTokenOf(source, from);
  const last = Math.min(firstTokenOf(source, to + 1), first + MOST_TOKENS * (table ? 4 : 1));
  const header = table && from > table.first ? headerTokens(source, table) : [];
  const { run, parts } = runOfClaim(terms);
  // A name at the beginning looks like any other word there.
  const termOfFirst = terms.termOf.find((id) => id >= 0);
  const other = termsOfSource(terms, alignment);
  const claim = other ? run.withTerms(other) : run;
  const passage = partOfSource(source, { first, last, table, header });
  const places = matches.map((match) => {
    const positions = match?.positions ?? NOWHERE;
    const from = firstFrom(positions, first);
    const to = firstFrom(positions, last);
    if (from === to && header.length === 0) return NOWHERE;
    // A list that grows by `push` gets room for 17 at once; most terms are there once.
    const inside = positions.slice(from, to);
    for (let at = 0; at < inside.length; at++) inside[at] = (inside[at] ?? 0) - first + header.length;
    if (header.length === 0) return inside;
    const above = positions
      .filter((position) => position < first)
      .map((position) => header.indexOf(position));
    return [...above.filter((at) => at >= 0), ...inside];
  });
  return {
    terms,
    claim,
    passage: passage.run,
    places,
    termOf: terms.termOf,
    claimed: other ? new Set(other) : termsOfClaim(terms),
    parts,
    hasTable: table !== null,
    mayHaveRows: source.tables.length > 0 || source.records.length > 0,
    pointsBack: passage.pointsBack,
    hasOtherVerb: null,
    hasAmount: null,
    takenFrom: passage.takenFrom,
    nearest: null,
    hasRival: null,
    gaps: { found: null, words: null },
    statementAt: passage.statementAt,
    sentenceAt: passage.sentenceAt,
    ranges: passage.ranges,
    firstNouns: passage.firstNouns,
    isRow: passage.isRow,
    isTitled: (id) => {
      const term = terms.terms[id];
      return (
        term !== undefined && (term.kind === 'name' || termOfFirst === id) && source.context.has(term.term)
      );
    },
    isElsewhere: (id) => (matches[id]?.positions.length ?? 0) > 0 && (places[id]?.length ?? 0) === 0,
    cellAt: passage.cellAt,
  };
}

const termsOfClaim = onceOf(({ tokens }: ClaimTerms) => new Set(tokens.map(({ term }) => term)));

/** Indexes of a passage's amounts, and of its words with opposites. */
export const amountsIn = onceOf((run: TokenRun) => indexesOf(run, ({ amount }) => amount !== undefined));
export const oppositesIn = onceOf((run: TokenRun) =>
  indexesOf(run, (token) => exclusiveWords(token).length > 0),
);

function indexesOf({ tokens }: TokenRun, isOne: (token: ClaimToken) => boolean): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token && isOne(token)) found.push(index);
  }
  return found;
}

/** Index of the first position at or after `from`; positions ascend. */
function firstFrom(positions: readonly number[], from: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function headerTokens(source: PreparedText, table: PreparedTable): number[] {
  const found: number[] = [];
  const end = firstTokenOf(source, table.first + 1);
  for (let index = firstTokenOf(source, table.first); index < end; index++) found.push(index);
  return found;
}

/** The terms of a claim, with other word forms replaced by those of the source; null if all are the same. */
function termsOfSource({ tokens, termOf }: ClaimTerms, { text, matches }: ClaimAlignment): string[] | null {
  let terms: string[] | null = null;
  for (let id = 0; id < matches.length; id++) {
    const match = matches[id];
    if (!match || match.strength === 1) continue;
    const found = text.tokens[match.positions[0] ?? -1]?.term;
    if (found === undefined) continue;
    terms ??= tokens.map(({ term }) => term);
    for (let index = 0; index < tokens.length; index++) if (termOf[index] === id) terms[index] = found;
  }
  return terms;
}
