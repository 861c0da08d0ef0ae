import { createHash } from 'node:crypto';
import { derivedItemId, type JsonValue, type RetrievedChunk } from '@ibid/core';
import type { DocumentTable } from './document-table.js';
import type { TableResult } from './run-table-query.js';
import { describeCondition, describeQuery, type TableQuery } from './table-query.js';

const ROWS_PER_CHUNK = 40;
/** Rows that are shown as proof; the query over the document gives the others. */
const MOST_ROWS = 400;

export interface AnsweredTable {
  document: { id: string; title: string; name: string };
  table: DocumentTable;
  query: TableQuery;
  result: TableResult;
}

/**
 * A result as a source: the query, what it gave, and the cells it was made from, under their header. So an answer can
 * cite it, and a reader can add up the cells.
 */
export function tableChunks(answered: AnsweredTable): RetrievedChunk[] {
  const title = tableTitle(answered);
  const { table, result } = answered;
  const mark = createHash('sha256')
    .update(JSON.stringify([answered.document.id, table.name, answered.query, result.rows]))
    .digest('hex');
  const itemId = derivedItemId(answered.document.id, `table-${mark.slice(0, 16)}`);
  const columns = proofColumns(answered);
  const rows = result.from.flat();
  const texts: string[] = [];
  for (let start = 0; start === 0 || start < Math.min(rows.length, MOST_ROWS); start += ROWS_PER_CHUNK) {
    const part = rows.slice(start, Math.min(start + ROWS_PER_CHUNK, MOST_ROWS));
    const cells = markdownTable(
      columns.map((column) => table.columns[column]?.name ?? ''),
      part.map((row) => columns.map((column) => row.cells[column] ?? '')),
    );
    const listsCells = isCalculated(answered.query) && part.length > 0;
    texts.push(
      [
        ...(start === 0 ? [resultText(answered)] : []),
        ...(listsCells
          ? [`Rows ${start + 1} to ${start + part.length} of ${rows.length} that it was made from:`, cells]
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
    // Before all search results: the first part carries the result.
    score: 2_000 - index,
    ordinal: index,
  }));
}

/** What the built-in model says, and what a program reads. */
export function tableFigures(answered: AnsweredTable): Record<string, JsonValue> {
  const { result, query } = answered;
  return {
    table: tableTitle(answered),
    query: describeQuery(query, fromName(answered)),
    columns: result.header,
    rows: result.rows.slice(0, 50),
    rows_in_all: result.total,
    rows_used: result.matched.length,
    ...(result.leftOutTotals > 0 ? { totals_left_out: result.leftOutTotals } : {}),
    ...(result.withoutValue > 0 ? { cells_without_a_number: result.withoutValue } : {}),
  };
}

function tableTitle({ document, table }: Pick<AnsweredTable, 'document' | 'table'>): string {
  const sheet = table.name && table.name !== document.title ? `, ${table.name}` : '';
  return `Query of ${document.title}${sheet}`;
}

function resultText(answered: AnsweredTable): string {
  const { result, query } = answered;
  const used = result.matched.length;
  const notes = [
    `Made from ${used} ${used === 1 ? 'row' : 'rows'} of ${answered.table.rows.length} in “${answered.document.name}”.`,
    ...(result.leftOutTotals > 0
      ? [`${result.leftOutTotals} rows of totals were left out, so that nothing counts twice.`]
      : []),
    ...(result.withoutValue > 0 ? [`${result.withoutValue} cells have no number and were left out.`] : []),
    ...(result.total > result.rows.length
      ? [`The first ${result.rows.length} of ${result.total} are shown.`]
      : []),
  ];
  return [
    `Query: ${describeQuery(query, fromName(answered))}`,
    statement(answered) ?? markdownTable(result.header, result.rows),
    notes.join(' '),
  ].join('\n\n');
}

/** A single figure as a sentence, which is how it will be cited; null where the result is a table. */
function statement({ document, table, query, result }: AnsweredTable): string | null {
  const [row] = result.rows;
  if (!row || result.rows.length > 1 || result.header.length > 1) return null;
  const conditions = (query.where ?? []).map(describeCondition).join(' and ');
  const place = [table.name, document.title].filter(
    (name, index, all) => name !== '' && all.indexOf(name) === index,
  );
  return `The ${result.header[0] ?? ''}${conditions ? ` where ${conditions}` : ''} is ${row[0] ?? ''} (${place.join(', ')}).`;
}

function fromName({ document, table }: AnsweredTable): string {
  return `"${table.name || document.name}"`;
}

/** The columns that were read, and the first one, which says what a row is about. */
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
