import type { DomElement } from './dom.js';
import { inlineText } from './inline-text.js';

/** Rows of cells; a cell that spans columns is followed by empty ones, so that columns stay columns. */
export function htmlTableRows(table: DomElement, options: { baseUrl?: string | undefined } = {}): string[][] {
  const rows: string[][] = [];
  for (const row of table.querySelectorAll('tr')) {
    const cells: string[] = [];
    for (const cell of row.children) {
      cells.push(inlineText([cell], options));
      const span = Math.min(Number(cell.getAttribute('colspan') ?? 1) || 1, 100);
      for (let extra = 1; extra < span; extra++) cells.push('');
    }
    rows.push(cells);
  }
  return rows;
}
