import { setImmediate as nextTurn } from 'node:timers/promises';
import { packageUrl } from '../package-url.js';
import { writeInThread } from '@ibid/core/internal/threads';
import type { EvidenceColumn } from './evidence-column.js';

/**
 * An evidence table to export. Each pass over the table calls `rows` once, so a table of any size can be streamed from
 * storage.
 */
export interface ExportedEvidence {
  name: string;
  columns: readonly ExportedColumn[];
  rows: () => AsyncIterable<ExportedRow>;
}

export interface ExportedRow {
  document: string;
  cells: readonly (ExportedCell | null)[];
}

export interface ExportedColumn {
  name: string;
  kind: EvidenceColumn['kind'];
  /** For numbers: the unit of all values. */
  unit: string | null;
}

export interface ExportedCell {
  value: string;
  number: number | null;
  /** As the document writes the value. */
  written: string | null;
  quote: string | null;
  /** The verdict and who edited the value, in words. */
  note: string;
  /** The value is weak or unsupported, so check it before relying on it. */
  isUnsure?: boolean;
}

/**
 * CSV, with quote and verdict beside each value. An apostrophe goes before anything a spreadsheet would take for a
 * formula.
 */
export async function* evidenceToCsv(table: ExportedEvidence): AsyncGenerator<string> {
  const names = headingsOf(table).flatMap((name) => [name, `${name}: quote`, `${name}: verdict`]);
  yield `\uFEFF${['Document', ...names].map(csvField).join(',')}\r\n`;
  for await (const { document, cells } of table.rows()) {
    const fields = cells.flatMap((cell) => [cell?.value ?? '', cell?.quote ?? '', cell?.note ?? '']);
    yield `${[document, ...fields].map(csvField).join(',')}\r\n`;
  }
}

/** Column names with their units. */
export function headingsOf({ columns }: Pick<ExportedEvidence, 'columns'>): string[] {
  return columns.map(({ name, unit }) => (unit ? `${name} (${unit})` : name));
}

export const WRITTEN_NUMBER = /^[-+]?\d[\d,.]*%?$/u;

function csvField(text: string): string {
  const isFormula = /^\s*[=+\-@\t\r|]/u.test(text) && !WRITTEN_NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A Markdown table, with the quotes as footnotes below it. */
export async function* evidenceToMarkdown(table: ExportedEvidence): AsyncGenerator<string> {
  yield `# ${markdownField(table.name)}\n\n`;
  yield `| ${['Document', ...headingsOf(table)].map(markdownField).join(' | ')} |\n`;
  yield `|${' --- |'.repeat(table.columns.length + 1)}\n`;
  let number = 0;
  for await (const { document, cells } of table.rows()) {
    const fields = cells.map((cell) =>
      cell === null ? '' : `${markdownField(cell.value)}${cell.quote === null ? '' : ` [^${(number += 1)}]`}`,
    );
    yield `| ${[markdownField(document), ...fields].join(' | ')} |\n`;
  }
  number = 0;
  for await (const { document, cells } of table.rows())
    for (const cell of cells)
      if (cell !== null && cell.quote !== null)
        yield `\n[^${(number += 1)}]: ${markdownField(document)}: “${markdownField(cell.quote)}” (${markdownField(cell.note)})\n`;
}

function markdownField(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\\|[\]<>*_`]/gu, String.raw`\$&`)
    .trim();
}

/** How many rows go to the worker thread at a time. */
const HANDED_OVER = 100;

/**
 * A spreadsheet: numbers as numbers in the column's unit, full dates as dates, quotes and verdicts as notes, and
 * uncertain values marked. A worker thread writes it, and people who export take turns.
 */
export async function evidenceToXlsx(
  table: ExportedEvidence,
  { owner }: { owner: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { name, columns } = table;
  // A worker cannot run TypeScript, so even when started from sources it loads the built file.
  const file = packageUrl(import.meta.url, 'lib/evidence/xlsx-worker.js');
  return writeInThread(file, { name, columns }, { owner, parts: handedOver(table.rows()) });
}

async function* handedOver(rows: AsyncIterable<ExportedRow>): AsyncGenerator<ExportedRow[]> {
  let some: ExportedRow[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length < HANDED_OVER) continue;
    yield some;
    some = [];
    await nextTurn();
  }
  yield some;
}
