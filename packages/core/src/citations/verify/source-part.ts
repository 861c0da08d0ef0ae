import { firstTokenFrom } from './claim-token.js';
import type { TableCell } from './find-tables.js';
import { runOfPrepared, type PreparedTable, type PreparedText } from './prepared-text.js';
import type { TokenRun } from './token-run.js';

/** Parts cached per text; consecutive claims usually concern the same few. */
const MOST_KEPT = 8;

/** A part of a source, with everything derived from it alone, whatever the claim. */
export interface SourcePart {
  run: TokenRun;
  /** The table cell of a token. */
  cellAt: (index: number) => TableCell | null;
  sentenceAt: (index: number) => number;
  /** Like `sentenceAt`, but text after a semicolon is a separate sentence. */
  statementAt: (index: number) => number;
  /** Whether a token is in a table row below the header, or in a record. */
  isRow: (index: number) => boolean;
  /** By sentence, once computed: its first token, and the one after its last. */
  ranges: Map<number, [from: number, to: number]>;
  /** By sentence, once computed: the noun that it begins with. */
  firstNouns: Map<number, number>;
  /** By segment, once computed. */
  pointsBack: Map<number, boolean>;
  /** By token: from where on what follows belongs to another of its kind. */
  takenFrom: Map<number, number>;
}

/** Where a passage is cut from its source. */
export interface PartSpan {
  /** Its first token, and the one after its last. */
  first: number;
  last: number;
  table: PreparedTable | null;
  /** Tokens of the table's header, if the passage begins below it. */
  header: readonly number[];
}

export function partOfSource(source: PreparedText, span: PartSpan): SourcePart {
  const key = `${span.first} ${span.last} ${span.table?.first ?? ''} ${span.header.length}`;
  const known = source.passages.get(key);
  if (known) return known;
  if (source.passages.size >= MOST_KEPT) source.passages.clear();
  const passage = cutPart(source, span);
  source.passages.set(key, passage);
  return passage;
}

function cutPart(source: PreparedText, { first, last, table, header }: PartSpan): SourcePart {
  const run = runOfPrepared(source).part({ header, first, last });
  const indexOf = (index: number) => (index < header.length ? header[index] : first + index - header.length);
  const cells: (TableCell | null)[] = [];
  const sentenceAt = (index: number) => source.sentenceOf[indexOf(index) ?? 0] ?? 0;
  let statements: Int32Array | null = null;
  return {
    run,
    sentenceAt,
    statementAt: (index) => (statements ??= statementsOf(run, sentenceAt))[index] ?? 0,
    isRow: (index) =>
      isInRecord(source, indexOf(index) ?? -1) || (cellAt(source, indexOf(index) ?? -1)?.row ?? 0) > 0,
    cellAt: (index) => (table ? (cells[index] ??= cellAt(source, indexOf(index) ?? -1)) : null),
    ranges: new Map(),
    firstNouns: new Map(),
    pointsBack: new Map(),
    takenFrom: new Map(),
  };
}

/** Numbers sentences, and the parts of them separated by semicolons. */
function statementsOf(passage: TokenRun, sentenceAt: (index: number) => number): Int32Array {
  const statements = new Int32Array(passage.tokens.length);
  let statement = 0;
  for (let index = 1; index < statements.length; index++) {
    if (sentenceAt(index) !== sentenceAt(index - 1) || passage.endsWithSemicolon(index - 1)) statement++;
    statements[index] = statement;
  }
  return statements;
}

export function tableAt({ tables }: PreparedText, sentence: number): PreparedTable | null {
  for (const table of tables) if (sentence >= table.first && sentence <= table.last) return table;
  return null;
}

function isInRecord({ records, tokens }: PreparedText, index: number): boolean {
  if (records.length === 0) return false;
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

/** A token belongs to the sentence before whose end it begins; this includes tokens between two sentences. */
export function firstTokenOf({ sentences, tokens }: PreparedText, sentence: number): number {
  if (sentence <= 0) return 0;
  if (sentence >= sentences.length) return tokens.length;
  return firstTokenFrom(tokens, sentences[sentence - 1]?.end ?? 0);
}
