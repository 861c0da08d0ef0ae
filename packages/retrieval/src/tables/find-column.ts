import type { DocumentTable } from './document-table.js';

/** Finds a column by name, ignoring case and brackets around it; null if there is none. */
export function findColumn(table: DocumentTable, asked: string): number | null {
  const wanted = folded(asked);
  const exact = table.columns.findIndex(({ name }) => folded(name) === wanted);
  return exact === -1 ? null : exact;
}

function folded(name: string): string {
  return name
    .trim()
    .replace(/^(?:\[(.*)\]|"(.*)"|`(.*)`)$/u, '$1$2$3')
    .replaceAll(/[\s_]+/gu, ' ')
    .toLowerCase();
}
