import type { ClaimAlignment } from './align-claim.js';
import { runOfClaim, type ClaimTerms } from './claim-terms.js';
import type { Qualifier } from './find-qualifiers.js';
import { exclusiveWords } from './exclusive-words.js';
import type { TableCell } from './find-tables.js';
import { firstTokenFrom, type ClaimToken } from './claim-token.js';
import { runOfPrepared, type PreparedTable, type PreparedText } from './prepared-text.js';
import type { TokenRun } from './token-run.js';

/** Rows of a table that are looked at around the one that matters. */
const MOST_ROWS = 60;
/** Longer sentences are read in part: nothing in them is a sentence. */
const MOST_TOKENS = 600;
const NOWHERE: readonly number[] = [];

/** The part of a source that a claim is read against word by word, and where the claim's terms stand in it. */
export interface Region {
  claim: TokenRun;
  passage: TokenRun;
  /** By term of the claim: where it stands in the passage, ascending. */
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
  /** Of the passage, once asked: its amounts, and its words that have opposites. */
  amounts: readonly number[] | null;
  opposites: readonly number[] | null;
  /** Of claim and passage, once asked. */
  qualifiers: { ours: readonly Qualifier[]; theirs: readonly Qualifier[] } | null;
  /** Of a token of the passage: the cell that it is in. */
  cellAt: (index: number) => TableCell | null;
  sentenceAt: (index: number) => number;
  /** The same, but what stands behind a semicolon is a sentence of its own. */
  statementAt: (index: number) => number;
  /** Whether a token of the passage is in a row of a table below its header, or in a record. */
  isRow: (index: number) => boolean;
  /** Whether a term of the claim stands in the source, and not in this part of it. */
  isElsewhere: (id: number) => boolean;
  /** By sentence, once asked: its first token, and the one behind its last. */
  ranges: Map<number, [from: number, to: number]>;
  /** By sentence, once asked: the noun that it begins with. */
  firstNouns: Map<number, number>;
  /** By segment of the passage, once asked. */
  pointsBack: Map<number, boolean>;
  hasOtherVerb: Map<number, boolean>;
  /** Whether an amount of the claim stands in it. */
  hasAmount: Map<number, boolean>;
  /** By token of the passage: from where on what follows belongs to another of its kind. */
  takenFrom: Map<number, number>;
  /** Clauses that leave out their verb, once asked. */
  gaps: { found: readonly { head: number; members: number[] }[] | null; words: readonly number[] | null };
  /** By term of the claim and token of the passage: how near the nearest of its places stands. */
  nearest: Map<number, number>;
  /** By kind of amount; null: of words that have opposites. */
  hasRival: Map<string | null, Map<number, boolean>>;
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
  const whole = runOfPrepared(source);
  const passage = whole.part({ header, first, last });
  const indexOf = (index: number) => (index < header.length ? header[index] : first + index - header.length);
  const cells: (TableCell | null)[] = [];
  let statements: Int32Array | null = null;
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
    claim,
    passage,
    places,
    termOf: terms.termOf,
    claimed: new Set(terms.tokens.map((_, index) => claim.term(index))),
    parts,
    hasTable: table !== null,
    mayHaveRows: source.tables.length > 0 || source.records.length > 0,
    amounts: null,
    opposites: null,
    qualifiers: null,
    pointsBack: new Map(),
    hasOtherVerb: new Map(),
    hasAmount: new Map(),
    takenFrom: new Map(),
    nearest: new Map(),
    hasRival: new Map(),
    gaps: { found: null, words: null },
    statementAt: (index) =>
      (statements ??= statementsOf(passage, (at) => source.sentenceOf[indexOf(at) ?? 0] ?? 0))[index] ?? 0,
    sentenceAt: (index) => source.sentenceOf[indexOf(index) ?? 0] ?? 0,
    ranges: new Map(),
    firstNouns: new Map(),
    isRow: (index) =>
      isInRecord(source, indexOf(index) ?? -1) || (cellAt(source, indexOf(index) ?? -1)?.row ?? 0) > 0,
    isElsewhere: (id) => (matches[id]?.positions.length ?? 0) > 0 && (places[id]?.length ?? 0) === 0,
    cellAt: (index) => (table ? (cells[index] ??= cellAt(source, indexOf(index) ?? -1)) : null),
  };
}

export const amountsIn = (region: Region) =>
  (region.amounts ??= indexesOf(region.passage, ({ amount }) => amount !== undefined));

export const oppositesIn = (region: Region) =>
  (region.opposites ??= indexesOf(region.passage, (token) => exclusiveWords(token).length > 0));

function indexesOf({ tokens }: TokenRun, isOne: (token: ClaimToken) => boolean): number[] {
  const found: number[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token && isOne(token)) found.push(index);
  }
  return found;
}

/** Numbers sentences, and what a semicolon sets apart within them. */
function statementsOf(passage: TokenRun, sentenceAt: (index: number) => number): Int32Array {
  const statements = new Int32Array(passage.tokens.length);
  let statement = 0;
  for (let index = 1; index < statements.length; index++) {
    if (sentenceAt(index) !== sentenceAt(index - 1) || passage.endsWithSemicolon(index - 1)) statement++;
    statements[index] = statement;
  }
  return statements;
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

function tableAt({ tables }: PreparedText, sentence: number): PreparedTable | null {
  for (const table of tables) if (sentence >= table.first && sentence <= table.last) return table;
  return null;
}

function headerTokens(source: PreparedText, table: PreparedTable): number[] {
  const found: number[] = [];
  const end = firstTokenOf(source, table.first + 1);
  for (let index = firstTokenOf(source, table.first); index < end; index++) found.push(index);
  return found;
}

function isInRecord({ records, tokens }: PreparedText, index: number): boolean {
  const start = tokens[index]?.start ?? -1;
  return records.some((record) => start >= record.start && start < record.end);
}

function cellAt(source: PreparedText, index: number): TableCell | null {
  if (source.tables.length === 0) return null;
  const sentence = source.sentenceOf[index] ?? -1;
  const table = tableAt(source, sentence);
  const start = source.tokens[index]?.start ?? -1;
  return table?.rows[sentence - table.first]?.find((cell) => start >= cell.start && start < cell.end) ?? null;
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

/** Tokens are in the sentence before whose end they begin, also what stands between two sentences. */
function firstTokenOf({ sentences, tokens }: PreparedText, sentence: number): number {
  if (sentence <= 0) return 0;
  if (sentence >= sentences.length) return tokens.length;
  return firstTokenFrom(tokens, sentences[sentence - 1]?.end ?? 0);
}
