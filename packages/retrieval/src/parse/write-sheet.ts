import type { DocumentBuilder } from './document-builder.js';
import { sheetTables, type SheetTable } from './sheet-tables.js';

const LONGEST_HEADING = 80;

/**
 * Writes the tables of a sheet, with their title lines above. If there are several, a title becomes the heading of its
 * table.
 */
export function writeSheet(rows: readonly (readonly string[])[], builder: DocumentBuilder): void {
  const tables = sheetTables(rows);
  for (const [place, table] of tables.entries()) {
    const name = tables.length > 1 ? nameOf(table, place) : undefined;
    builder.paragraph((name === undefined ? table.titles : table.titles.slice(0, -1)).join('\n'));
    if (name !== undefined) builder.heading(2, name);
    builder.table(table.rows);
    builder.paragraph(table.notes.join('\n'));
  }
}

/** The first line of a sheet is the title of the whole sheet. */
function nameOf({ titles }: SheetTable, place: number): string | undefined {
  const last = titles.at(-1);
  return last !== undefined && last.length <= LONGEST_HEADING && (place > 0 || titles.length > 1)
    ? last
    : undefined;
}
