import { createHash } from 'node:crypto';
import { derivedItemId, type JsonValue, type RetrievedChunk } from '@ibid/core/internal';
import { type Correction, correctionFigures } from '../knowledge/index.js';
import { isBlank } from './cell-value.js';
import type { DocumentTable, TableRow } from './document-table.js';
import type { TableResult } from './run-table-query.js';
import { countRows } from './table-rows.js';
import { describeCondition, describeQuery, type TableQuery } from './table-query.js';
import { withUnit } from './with-unit.js';

const ROWS_PER_CHUNK = 40;
/** How many rows are shown as evidence. The query on the document gives the rest. */
const MOST_ROWS = 400;

export interface AnsweredTable {
  document: { id: string; title: string; name: string };
  table: DocumentTable;
  query: TableQuery;
  result: TableResult;
  /** Another version of the document replaces it, and does not contain this. */
  isReplaced?: true;
  /** Mistyped words of the question, and those it was answered with. */
  corrections?: readonly Correction[];
}

/**
 * A result as a source: the query, its result, and the cells it used, under their header. An answer can cite it, and a
 * reader can check the cells.
 */
export function tableChunks(answered: AnsweredTable): RetrievedChunk[] {
  const title = tableTitle(answered);
  const { table, result } = answered;
  const mark = createHash('sha256')
    .update(JSON.stringify([answered.document.id, table.name, answered.query, result.rows]))
    .digest('hex');
  const place = placeOfRows(result.from.flatMap((from) => from.rows));
  const itemId = derivedItemId(answered.document.id, `table-${mark.slice(0, 16)}${place}`);
  const columns = proofColumns(answered);
  const made = result.from.reduce((sum, { count }) => sum + count, 0);
  const rows = result.from.flatMap((from) => from.rows).slice(0, MOST_ROWS);
  const texts: string[] = [];
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_PER_CHUNK) {
    const part = rows.slice(start, start + ROWS_PER_CHUNK);
    const cells = markdownTable(
      columns.map((column) => table.columns[column]?.name ?? ''),
      part.map((row) => columns.map((column) => row.cells[column] ?? '')),
    );
    const listsCells = isCalculated(answered.query) && part.length > 0;
    texts.push(
      [
        ...(start === 0 ? [resultText(answered)] : []),
        ...(listsCells
          ? [`Rows ${start + 1} to ${start + part.length} of ${made} that it was made from:`, cells]
          : []),
      ].join('\n\n'),
    );
    if (!listsCells) break;
  }
  return texts.map((text, index) => ({
    itemId,
    chunkId: String(index),
    title,
    text,
    // Ranks before all search results. The first chunk carries the result.
    score: 2_000 - index,
    ordinal: index,
  }));
}

/** The first row and those directly following it, where a reader starts to check. */
function placeOfRows(rows: readonly TableRow[]): string {
  const spans = rows.flatMap(({ span }) => span ?? []).toSorted((one, other) => one.start - other.start);
  const [first] = spans;
  if (!first) return '';
  let { end } = first;
  for (const span of spans) if (span.start === end + 1) ({ end } = span);
  return `-${first.start}-${end}`;
}

/** For the built-in model and for programs. */
export function tableFigures(answered: AnsweredTable): Record<string, JsonValue> {
  const { result, query } = answered;
  return {
    table: tableTitle(answered),
    document: answered.document.title,
    query: describeQuery(query, fromName(answered)),
    result: statements(answered).slice(0, 50),
    // Of the best three, the others are not left out.
    rows_in_all: query.limit === undefined ? result.total : result.rows.length,
    rows_used: result.matched,
    ...(isCalculated(query) || query.order_by !== undefined ? {} : { are_rows: true }),
    ...(result.leftOutTotals > 0 ? { totals_left_out: result.leftOutTotals } : {}),
    ...(result.withoutValue > 0 ? { cells_without_a_number: result.withoutValue } : {}),
    ...(answered.isReplaced ? { of_replaced_version: true } : {}),
    ...correctionFigures(answered.corrections ?? []),
  };
}

function tableTitle({ document, table }: Pick<AnsweredTable, 'document' | 'table'>): string {
  const sheet = table.name && table.name !== document.title ? `, ${table.name}` : '';
  return `Query of ${document.title}${sheet}`;
}

function resultText(answered: AnsweredTable): string {
  const { result, query } = answered;
  const used = result.matched;
  const said = statements(answered);
  const { rows: all, totals } = countRows(answered.table);
  const notes = [
    `Made from ${used} ${used === 1 ? 'row' : 'rows'} of ${all - totals} in “${answered.document.name}”.`,
    ...(result.leftOutTotals > 0
      ? [`${result.leftOutTotals} rows of totals were left out, so that nothing counts twice.`]
      : []),
    ...(result.withoutValue > 0 ? [`${result.withoutValue} cells have no number and were left out.`] : []),
    ...(answered.isReplaced ? ['Another version of the document replaces this one.'] : []),
    ...(result.total > result.rows.length
      ? [`The first ${result.rows.length} of ${result.total} are shown.`]
      : []),
  ];
  return [
    // The result comes first: answers cite it, and the query contains the same words.
    isOneFigure(result) ? `${said[0] ?? ''}.\n\nTable: ${place(answered)}.` : said.map(asPoint).join('\n'),
    `Query: ${describeQuery(query, fromName(answered))}`,
    notes.join(' '),
  ].join('\n\n');
}

const isOneFigure = ({ header, rows }: TableResult) => rows.length === 1 && header.length === 1;

/** Ends each row like a sentence: otherwise the claim check reads neighbouring rows, and the query below, as one. */
const asPoint = (line: string) => `- ${line.trim()}.`;

/** The result in the words in which it is answered and cited: a sentence, or a line per row. */
function statements({ query, result, table }: AnsweredTable): string[] {
  const { header } = result;
  const labels = query.group_by?.length ?? 0;
  const rows = result.rows.map((row) =>
    row.map((cell, place) => {
      const calculation = query.calculate?.[place - labels];
      return calculation ? withUnit(cell, calculation, table) : cell;
    }),
  );
  const [only] = rows;
  if (only && isOneFigure(result)) {
    const conditions = (query.where ?? []).map(describeCondition).join(' and ');
    return [`The ${header[0] ?? ''}${conditions ? ` where ${conditions}` : ''} is ${only[0] ?? ''}`];
  }
  return rows.map(([label = '', ...values]) => {
    const named = values.flatMap((value, index) =>
      isBlank(value) ? [] : `${header[index + 1] ?? ''} ${value.trim()}`,
    );
    return named.length > 0 ? `${label}: ${named.join(', ')}` : label;
  });
}

function place({ table, document }: AnsweredTable): string {
  return [...new Set([table.name, document.title])].filter((name) => name !== '').join(', ');
}

function fromName({ document, table }: AnsweredTable): string {
  return `"${table.name || document.name}"`;
}

/** The columns that were read, and the first text column, which says what a row is about. */
function proofColumns({ table, result }: AnsweredTable): number[] {
  const first = table.columns.findIndex(({ kind }) => kind === 'text');
  return [...new Set([...(first === -1 ? [] : [first]), ...result.columns])].toSorted(
    (left, right) => left - right,
  );
}

function isCalculated(query: TableQuery): boolean {
  return (query.calculate?.length ?? 0) > 0 || (query.group_by?.length ?? 0) > 0;
}

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
