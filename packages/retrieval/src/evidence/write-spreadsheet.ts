import { allowedInXml } from '@ibid/core/internal';
import { writeXlsx } from 'hucre/xlsx';
import { headingsOf, NUMBER } from './export-evidence.js';
import type { ExportedCell, ExportedColumn, ExportedEvidence, ExportedRow } from './export-evidence.js';
import { isBounded } from './value-candidates.js';

const WIDEST = 60;
/** What a spreadsheet takes as one note. */
const LONGEST_NOTE = 2_000;

/**
 * Numbers as numbers in the column's unit, whole dates as dates, quotes and verdicts as notes. Text is what would lose its
 * meaning: a number with a unit where the column has none, `at least 5 m`, a month without a day.
 */
export function writeSpreadsheet(
  table: Pick<ExportedEvidence, 'name' | 'columns'>,
  documents: readonly ExportedRow[],
): Promise<Uint8Array> {
  const header = ['Document', ...headingsOf(table)].map(allowedInXml);
  const rows: (string | number | Date | null)[][] = [header];
  const cells = new Map<string, { comment: { author: string; text: string } }>();
  for (const row of documents) {
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
