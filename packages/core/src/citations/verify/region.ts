import type { ClaimAlignment } from './align-claim.js';
import { runOfClaim, type ClaimTerms } from './claim-terms.js';
import type { ClaimToken } from './claim-token.js';
import { exclusiveWords } from './exclusive-words.js';
import { onceOf } from './once-of.js';
import { firstTokenOf, partOfSource, tableAt, type SourcePart } from './source-part.js';
import type { PreparedTable, PreparedText } from './prepared-text.js';
import type { TokenRun } from './token-run.js';

/** Rows of a table that are looked at around the one that matters. */
const MOST_ROWS = 60;
/** Longer sentences are read in part: nothing in them is a sentence. */
const MOST_TOKENS = 600;
const NOWHERE: readonly number[] = [];

/** The part of a source that a claim is read against word by word, and where the claim's terms are in it. */
export interface Region extends Omit<SourcePart, 'run'> {
  terms: ClaimTerms;
  claim: TokenRun;
  passage: TokenRun;
  /** By term of the claim: where it is in the passage, ascending. */
  places: readonly (readonly number[])[];
  /** By token of the claim: its term; -1: it says nothing. */
  termOf: readonly number[];
  /** All terms of the claim, as the passage has them. */
  claimed: ReadonlySet<string>;
  /** By token of the claim: the part that it is in. */
  parts: Int32Array;
  hasTable: boolean;
  /** Whether its source has tables or records at all. */
  mayHaveRows: boolean;
  /** Whether a term of the claim is in the source, and not in this part of it. */
  isElsewhere: (id: number) => boolean;
  /** By segment of the passage; null until somebody asks. */
  hasOtherVerb: Map<number, boolean> | null;
  /** Whether an amount of the claim is in it. */
  hasAmount: Map<number, boolean> | null;
  /** Clauses that leave out their verb, once asked. */
  gaps: { found: readonly { head: number; members: number[] }[] | null; words: readonly number[] | null };
  /** By term of the claim and token of the passage: how near the nearest of its places stands. */
  nearest: Map<number, number> | null;
  /** By kind of amount; null: of words that have opposites. */
  hasRival: Map<string | null, Map<number, boolean>> | null;
}

/** The window and the sentence on either side of it; a table whole. */
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
  const other = termsOfSource(terms, alignment);
  const claim = other ? run.withTerms(other) : run;
  const passage = partOfSource(source, { first, last, table, header });
  const places = matches.map((match) => {
    const positions = match?.positions ?? NOWHERE;
    const found: number[] = [];
    for (const position of positions) {
      if (position >= first || header.length === 0) break;
      const at = header.indexOf(position);
      if (at >= 0) found.push(at);
    }
    for (let at = firstFrom(positions, first); at < positions.length; at++) {
      const position = positions[at] ?? last;
      if (position >= last) break;
      found.push(position - first + header.length);
    }
    return found;
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
    isElsewhere: (id) => (matches[id]?.positions.length ?? 0) > 0 && (places[id]?.length ?? 0) === 0,
    cellAt: passage.cellAt,
  };
}

const termsOfClaim = onceOf(({ tokens }: ClaimTerms) => new Set(tokens.map(({ term }) => term)));

/** Indexes of the amounts of a passage, and of its words that have opposites. */
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

/** Index of the first position that is not before `from`; positions ascend. */
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

/** The terms of a claim, another form of a word as the source has it; null: they are all the same. */
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
