import { allowedInXml } from '@ibid/core/internal';
import type { EvidenceColumn } from './evidence-column.js';
import { isBounded } from './value-candidates.js';

/**
 * An evidence table on its way out. `rows` is called once for each time that it is gone through, so that a table of any size
 * can be read from where it is kept.
 */
export interface ExportedEvidence {
  name: string;
  columns: readonly ExportedColumn[];
  rows: () => AsyncIterable<{ document: string; cells: readonly (ExportedCell | null)[] }>;
}

interface ExportedColumn {
  name: string;
  kind: EvidenceColumn['kind'];
  /** Of numbers, which are all in it then. */
  unit: string | null;
}

/** A cell on its way out. */
export interface ExportedCell {
  value: string;
  number: number | null;
  /** As the document writes the value. */
  written: string | null;
  quote: string | null;
  /** Verdict, and who edited it, in words. */
  note: string;
}

/**
 * Comma-separated, each value with its quote and verdict beside it. What a spreadsheet would take for a formula is put
 * behind an apostrophe.
 */
export async function* evidenceToCsv(table: ExportedEvidence): AsyncGenerator<string> {
  const names = headingsOf(table).flatMap((name) => [name, `${name}: quote`, `${name}: verdict`]);
  yield `\uFEFF${['Document', ...names].map(csvField).join(',')}\r\n`;
  for await (const { document, cells } of table.rows()) {
    const fields = cells.flatMap((cell) => [cell?.value ?? '', cell?.quote ?? '', cell?.note ?? '']);
    yield `${[document, ...fields].map(csvField).join(',')}\r\n`;
  }
}

function headingsOf({ columns }: ExportedEvidence): string[] {
  return columns.map(({ name, unit }) => (unit ? `${name} (${unit})` : name));
}

const NUMBER = /^[-+]?\d[\d,.]*%?$/u;

function csvField(text: string): string {
  const isFormula = /^\s*[=+\-@\t\r|]/u.test(text) && !NUMBER.test(text);
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

const WIDEST = 60;
/** What a spreadsheet takes as one note. */
const LONGEST_NOTE = 2_000;

/**
 * A spreadsheet: numbers as numbers in the column's unit, whole dates as dates, quotes and verdicts as notes. Text is what would
 * lose its meaning: a number with a unit where the column has none, `at least 5 m`, a month without a day.
 */
export async function evidenceToXlsx(table: ExportedEvidence): Promise<Uint8Array> {
  const header = ['Document', ...headingsOf(table)].map(allowedInXml);
  const rows: (string | number | Date | null)[][] = [header];
  const cells = new Map<string, { comment: { author: string; text: string } }>();
  for await (const row of table.rows()) {
    const values: (typeof rows)[number] = [];
    for (const [index, cell] of row.cells.entries()) {
      if (cell === null) {
        values.push(null);
        continue;
      }
      const value = cellValue(cell, table.columns[index]);
      values.push(value);
      const written = typeof value === 'string' ? '' : writtenAs(cell, value);
      const quote = cell.quote === null ? '' : `“${cell.quote}”`;
      const note = [quote, written, cell.note].filter((part) => part !== '').join('\n');
      if (note === '') continue;
      cells.set(`${rows.length},${index + 1}`, {
        comment: { author: 'Ibid', text: allowedInXml(note.slice(0, LONGEST_NOTE)) },
      });
    }
    rows.push([allowedInXml(row.document), ...values]);
  }
  const name =
    allowedInXml(table.name)
      .replaceAll(/[\\/?*:[\]]/gu, ' ')
      .trim()
      .slice(0, 31) || 'Evidence';
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({
    sheets: [
      {
        name,
        columns: header.map((title, index) => ({
          width: Math.min(WIDEST, Math.max(16, title.length + 2)),
          ...(table.columns[index - 1]?.kind === 'date' ? { numFmt: 'yyyy-mm-dd' } : {}),
        })),
        rows,
        cells,
        freezePane: { rows: 1, columns: 1 },
      },
    ],
  });
}

function cellValue(
  { value, number }: ExportedCell,
  column: ExportedColumn | undefined,
): string | number | Date {
  const isWholeDate = column?.kind === 'date' && /^\d{4}-\d{2}-\d{2}$/u.test(value);
  if (isWholeDate && FIRST_DAY <= value) return new Date(`${value}T00:00:00Z`);
  if (number === null || value.endsWith('%') || isBounded(value)) return allowedInXml(value);
  return column?.unit || NUMBER.test(value) ? number : allowedInXml(value);
}

/** Spreadsheets count days from here, with a leap day in it that never was. */
const FIRST_DAY = '1900-03-01';

function writtenAs({ value, written }: ExportedCell, shown: number | Date): string {
  const text = written ?? value;
  const isSame = shown instanceof Date ? text === shown.toISOString().slice(0, 10) : text === String(shown);
  return isSame ? '' : `Written: ${text}`;
}
