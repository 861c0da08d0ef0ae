import { cleanText } from './clean-text.js';

/** A Markdown table: the first row as header, short rows filled up, columns and rows that are empty left out. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(renderCell)).filter((row) => row.some((cell) => cell !== ''));
  const used: number[] = [];
  const width = cells.reduce((widest, row) => Math.max(widest, row.length), 0);
  for (let column = 0; column < width; column++) {
    if (cells.some((row) => (row[column] ?? '') !== '')) used.push(column);
  }
  const line = (row: readonly string[]) => `| ${used.map((column) => row[column] ?? '').join(' | ')} |`;
  const [header, ...body] = cells;
  if (!header) return '';
  return [line(header), `|${used.map(() => '---|').join('')}`, ...body.map(line)].join('\n');
}

function renderCell(cell: string): string {
  return cleanText(cell).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}
