import { cleanText } from './clean-text.js';

/** Filled up to this many; where there would be more, rows hold only what they have. */
const MOST_CELLS = 4_000_000;

/** A Markdown table: the first row as header, short rows filled up, columns and rows that are empty left out. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(renderCell)).filter((row) => row.some((cell) => cell !== ''));
  const filled = new Set<number>();
  for (const row of cells) for (const [column, cell] of row.entries()) if (cell !== '') filled.add(column);
  const used = [...filled].toSorted((left, right) => left - right);
  // One row of a million columns must not make a million of every other row.
  const isSparse = used.length * cells.length > MOST_CELLS;
  const line = (row: readonly string[]) => {
    const shown = isSparse ? row.filter((cell) => cell !== '') : used.map((column) => row[column] ?? '');
    return `| ${shown.join(' | ')} |`;
  };
  const [header, ...body] = cells;
  if (!header) return '';
  return [line(header), `|${used.map(() => '---|').join('')}`, ...body.map(line)].join('\n');
}

function renderCell(cell: string): string {
  return cleanText(cell).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}
