import { allowedInXml } from '@ibid/core/internal';
import { writeXlsx } from 'hucre/xlsx';
import { headingsOf, WRITTEN_NUMBER } from './export-evidence.js';
import type { ExportedCell, ExportedColumn, ExportedEvidence, ExportedRow } from './export-evidence.js';
import { isBounded } from './numbers-in.js';

const WIDEST = 60;
/** The longest note a spreadsheet accepts. */
const LONGEST_NOTE = 2_000;

const DATE_FORMAT = 'yyyy-mm-dd';
const TO_CHECK = 'To check';
const MARKED = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFF2CC' } } as const;

interface SpreadsheetCell {
  comment?: { author: string; text: string };
  style?: { fill: typeof MARKED; numFmt?: string };
}

/**
 * Numbers as numbers in the column's unit, full dates as dates, quotes and verdicts as notes. Values that would lose
 * their meaning stay text: a number with a unit in a column without one, `at least 5 m`, a month without a day.
 * Uncertain values are coloured, and a last column says in words what to check, because notes are not printed.
 */
export function writeSpreadsheet(
  table: Pick<ExportedEvidence, 'name' | 'columns'>,
  documents: readonly ExportedRow[],
): Promise<Uint8Array> {
  const isMarked = documents.some((row) => row.cells.some((cell) => cell?.isUnsure));
  const headings = headingsOf(table);
  const header = ['Document', ...headings, ...(isMarked ? [TO_CHECK] : [])].map(allowedInXml);
  const rows: (string | number | Date | null)[][] = [header];
  const cells = new Map<string, SpreadsheetCell>();
  for (const row of documents) {
    const values: (typeof rows)[number] = [];
    const toCheck: string[] = [];
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
      if (cell.isUnsure) toCheck.push(`${headings[index] ?? ''}: ${cell.note}`);
      if (note === '' && !cell.isUnsure) continue;
      cells.set(`${rows.length},${index + 1}`, {
        ...(note !== '' && {
          comment: { author: 'Ibid', text: allowedInXml(note.slice(0, LONGEST_NOTE)) },
        }),
        ...(cell.isUnsure && {
          style: { fill: MARKED, ...(value instanceof Date && { numFmt: DATE_FORMAT }) },
        }),
      });
    }
    const checks = allowedInXml(toCheck.join('\n'));
    rows.push([allowedInXml(row.document), ...values, ...(isMarked ? [checks || null] : [])]);
  }
  const name =
    allowedInXml(table.name)
      .replaceAll(/[\\/?*:[\]]/gu, ' ')
      .trim()
      .slice(0, 31) || 'Evidence';
  return writeXlsx({
    sheets: [
      {
        name,
        columns: header.map((title, index) => ({
          width: Math.min(WIDEST, Math.max(16, title.length + 2)),
          ...(table.columns[index - 1]?.kind === 'date' ? { numFmt: DATE_FORMAT } : {}),
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
  return column?.unit || WRITTEN_NUMBER.test(value) ? number : allowedInXml(value);
}

/** Spreadsheets handle dates correctly from here: before, they count a leap day that never existed. */
const FIRST_DAY = '1900-03-01';

function writtenAs({ value, written }: ExportedCell, shown: number | Date): string {
  const text = written ?? value;
  const isSame = shown instanceof Date ? text === shown.toISOString().slice(0, 10) : text === String(shown);
  return isSame ? '' : `Written: ${text}`;
}
