import type { ClaimToken } from './claim-token.js';
import type { DefinedName } from './defined-names.js';
import { findTables, type TableCell, type TextTable } from './find-tables.js';
import { languageOf } from './language-of.js';
import type { ReadableRecord } from './readable-record.js';
import type { RecordField } from './record-fields.js';
import type { SourcePart } from './source-part.js';
import { segmentsOf } from './segments.js';
import { TokenRun } from './token-run.js';
import { splitSentences, type SentenceSpan } from './split-sentences.js';
import type { TermMatch } from './term-match.js';
import { tokenizeClaim } from './tokenize-claim.js';
import { giveUnitsToCells, giveUnitsToFields } from './units-of-cells.js';

/** A text prepared for checking claims: its tokens, where each term occurs, and its sentences. */
export interface PreparedText {
  text: string;
  tokens: ClaimToken[];
  /** Positions of each term: ascending indexes into `tokens`, in the form that a claim's term matches. */
  occurrences: Map<string, TermMatch>;
  sentences: SentenceSpan[];
  /** Index of the sentence of each token. */
  sentenceOf: Int32Array;
  /** Longer words by their first letters, for finding other forms of a word. */
  families: Map<string, string[]>;
  /** Terms of the title and the headings, which the text need not repeat. */
  context: ReadonlySet<string>;
  /** The whole text as a token run; null until `runOfPrepared` is first called. */
  run: TokenRun | null;
  /** Indexes of the tokens that are amounts. */
  amounts: number[];
  tables: PreparedTable[];
  /** The whole text is one JSON record. */
  isRecord: boolean;
  /** Records of a list; what one says does not apply to another. */
  records: readonly SentenceSpan[];
  /** The fields of a JSON record that hold a single value. */
  fields: readonly RecordField[];
  /** Values of a JSON record that are sentences. */
  prose: readonly SentenceSpan[];
  /** Undefined until first used. */
  language: string | null | undefined;
  /** Null until first used. */
  definitions: readonly DefinedName[] | null;
  /** By the sentence that is its header, or its caption above it. */
  heads: ReadonlyMap<number, PreparedTable>;
  /** Cache of the parts that claims were compared with. */
  passages: Map<string, SourcePart>;
}

/** A table of a text; each of its rows is a sentence. */
export interface PreparedTable extends TextTable {
  /** Sentence indexes of its header and its last row; the caption above it applies to all of them. */
  first: number;
  last: number;
  caption: number;
}

/** The fewest letters that two forms of a word must share. */
export const FAMILY_LETTERS = 5;

const NONE: Pick<ClaimToken, 'term' | 'kind' | 'amount'> = { term: '', kind: 'word' };

export function prepareText(text: string, context = '', record: ReadableRecord | null = null): PreparedText {
  // The commas of a record do not make a table.
  const found = record ? [] : findTables(text);
  const tokens = tokenizeClaim(found.length === 0 ? text : withBars(text, found));
  giveUnitsToCells(text, tokens, found);
  if (record) giveUnitsToFields(tokens, record.fields);
  const occurrences = new Map<string, { strength: number; positions: number[] }>();
  const families = new Map<string, string[]>();
  const amounts: number[] = [];
  const add = (term: string, index: number): boolean => {
    const known = occurrences.get(term);
    if (!known) occurrences.set(term, { strength: 1, positions: [index] });
    else if (known.positions.at(-1) !== index) known.positions.push(index);
    return !known;
  };
  for (let index = 0; index < tokens.length; index++) {
    const { term, kind, amount } = tokens[index] ?? NONE;
    const isNew = add(term, index);
    if (amount) {
      amounts.push(index);
      // A claim may omit the unit, or name only the year of a date.
      if (amount.date?.year !== undefined) add(String(amount.date.year), index);
      else if (amount.kind !== '') add(String(amount.written), index);
    } else if (isNew && kind !== 'number' && term.length >= FAMILY_LETTERS) addToFamily(families, term);
  }
  const sentences = found.length === 0 ? splitSentences(text) : sentencesAndRows(text, found);
  const contextTerms = new Set(tokenizeClaim(context).map(({ term }) => term));
  const tables = found.map((table) => toPrepared(text, table, sentences));
  const heads = new Map(
    tables.flatMap((table) => [
      [table.caption, table] as const,
      ...(table.rows[0]?.[0]?.row === 0 ? [[table.first, table] as const] : []),
    ]),
  );
  heads.delete(-1);
  return {
    text,
    tokens,
    occurrences,
    sentences,
    sentenceOf: sentenceOf(tokens, sentences),
    families,
    context: contextTerms,
    run: null,
    amounts,
    tables,
    isRecord: record !== null,
    records: record?.members ?? [],
    fields: record?.fields ?? [],
    prose: record?.prose ?? [],
    language: undefined,
    definitions: null,
    heads,
    passages: new Map(),
  };
}

/** The text with bars between cells, whatever separates them, because commas are part of many numbers. */
function withBars(text: string, tables: readonly TextTable[]): string {
  let barred = '';
  let from = 0;
  for (const { start, end, rows } of tables) {
    if (text.slice(start, end).includes('|')) continue;
    for (const cells of rows)
      for (const cell of cells.slice(0, -1)) {
        barred += `${text.slice(from, cell.end)}|`;
        from = cell.end + 1;
      }
  }
  return barred + text.slice(from);
}

function sentencesAndRows(text: string, tables: readonly TextTable[]): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  let from = 0;
  const addProse = (to: number) => {
    for (const { start, end } of splitSentences(text.slice(from, to)))
      spans.push({ start: from + start, end: from + end });
  };
  for (const { start, end, rows } of tables) {
    addProse(start);
    for (const cells of rows) spans.push(rowSpan(text, cells));
    from = end;
  }
  addProse(text.length);
  return spans;
}

/** The whole line, including bars. */
function rowSpan(text: string, cells: readonly TableCell[]): SentenceSpan {
  const at = cells[0]?.start ?? 0;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', cells.at(-1)?.end ?? at);
  return { start, end: end === -1 ? text.length : end };
}

function toPrepared(text: string, table: TextTable, sentences: readonly SentenceSpan[]): PreparedTable {
  const { start } = rowSpan(text, table.rows[0] ?? []);
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const above = sentences[low - 1];
  const hasCaption =
    above !== undefined && /^[\s|:-]*$/.test(text.slice(above.end, start)) && above.end - above.start < 200;
  return { ...table, first: low, last: low + table.rows.length - 1, caption: hasCaption ? low - 1 : -1 };
}

export function languageOfPrepared(prepared: PreparedText): string | null {
  if (prepared.language === undefined) prepared.language = languageOf(prepared.text, prepared.tokens);
  return prepared.language;
}

export function runOfPrepared(prepared: PreparedText): TokenRun {
  const { text, tokens } = prepared;
  return (prepared.run ??= new TokenRun({ text, tokens, segments: segmentsOf(text, tokens) }));
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
