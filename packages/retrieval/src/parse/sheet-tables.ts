import { cellDate, cellNumber } from '../tables/cell-value.js';
import { filledCells, headerRowAt, isDay, namesColumns, usualCells } from './header-row.js';

type Row = readonly string[];

/** A table of a sheet, with the lines above it and the notes below. */
export interface SheetTable {
  titles: string[];
  /** Header first. */
  rows: Row[];
  notes: string[];
}

/** How many rows below a header are checked. */
const SAMPLE = 10;
/** Title lines above the header of a further table. */
const MOST_TITLES = 4;
const FEWEST_WORDS_OF_NOTE = 4;
const UNIT =
  /^\(?(?:in )?(?:[£$€¥₹%‰]|[£$€¥₹]? ?(?:'?000s?|k|m|bn|thousands?|millions?)|GBP|EUR|USD|CHF|TEUR|kg|g|t|km|cm|mm|m[²³]?|l|h|hrs?|hours?|min|days?|pcs?|Stück|Std|°C|kWh|MWh)\)?$/iu;

/**
 * KB-12: the tables of a sheet or CSV file, each with its header. People write a title above the header, units below
 * it, and further tables lower down.
 */
export function sheetTables(all: readonly Row[]): SheetTable[] {
  const tables: SheetTable[] = [];
  let start = 0;
  let several = 0;
  for (let at = 0; at < all.length; at += 1) {
    // Before the first row below a header, text is a title of what follows.
    const header = several > 1 && mayBegin(all, at) ? furtherHeader(all, at) : null;
    if (header === null) {
      if (filledCells(all[at] ?? []) > 1) several += 1;
      continue;
    }
    tables.push(sheetTable(all.slice(start, at)));
    start = at;
    at = header;
    several = 1;
  }
  tables.push(sheetTable(all.slice(start)));
  return tables;
}

/** The same if only the first rows are available. They form one table. */
export function sheetHead(rows: readonly Row[]): Pick<SheetTable, 'titles' | 'rows'> {
  const filled = rows.filter((row) => filledCells(row) > 0);
  if (usualCells(filled) < 2) return { titles: [], rows: filled };
  const at = headerRowAt(filled);
  const above = filled.slice(0, at);
  const [header = [], ...body] = filled.slice(at);
  const group = above.at(-1);
  const isGrouped = group !== undefined && groupsColumns(group, header);
  const titles = isGrouped ? above.slice(0, -1) : above;
  const [first] = body;
  const hasUnits = first !== undefined && body.length > 1 && isUnits(first, header);
  const names = withUnits(isGrouped ? withGroups(group, header) : header, hasUnits ? first : []);
  return { titles: titles.map(lineOf), rows: [names, ...(hasUnits ? body.slice(1) : body)] };
}

function sheetTable(rows: readonly Row[]): SheetTable {
  const { body, notes } = cutNotes(rows);
  const head = sheetHead(body);
  // A header without rows is not a table.
  if (head.titles.length > 0 && head.rows.length === 1)
    return { titles: [...head.titles, ...head.rows.map(lineOf)], rows: [], notes };
  return { ...head, notes };
}

/** A table may start after an empty row, or with a title line. */
function mayBegin(rows: readonly Row[], at: number): boolean {
  const filled = filledCells(rows[at] ?? []);
  return filled === 1 || (filled > 1 && filledCells(rows[at - 1] ?? []) === 0);
}

/** The header of a further table, if one starts here: names in words, with numbers or dates below one of them. */
function furtherHeader(rows: readonly Row[], start: number): number | null {
  let at = start;
  for (let titles = 0; filledCells(rows[at] ?? []) <= 1; at += 1) {
    if (at >= rows.length || titles > MOST_TITLES) return null;
    titles += 1;
  }
  const header = rows[at] ?? [];
  const names = header.filter((cell) => cell.trim() !== '');
  if (!namesColumns(header) || !names.every((name) => /\p{L}|^\d{4}$/u.test(name))) return null;
  if (names.some(isDay)) return null;
  if (new Set(names).size < Math.max(2, names.length / 2)) return null;
  const below: Row[] = [];
  for (const row of rows.slice(at + 1, at + 1 + SAMPLE)) {
    if (filledCells(row) === 0) break;
    if (!isUnits(row, header)) below.push(row);
  }
  if (below.length === 0 || names.length < usualCells(below) * 0.7) return null;
  const isHeader = header.some((name, column) => {
    if (name.trim() === '' || isValue(name)) return false;
    const cells = below.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.filter(isValue).length > cells.length / 2;
  });
  return isHeader ? at : null;
}

function isValue(cell: string): boolean {
  return cellNumber(cell, false) !== null || cellDate(cell) !== null;
}

/** Lines at the end, after an empty row, with a single cell that contains a sentence. */
function cutNotes(rows: readonly Row[]): { body: readonly Row[]; notes: string[] } {
  let start = rows.length;
  for (let at = rows.length - 1; at > 0; at -= 1) {
    const row = rows[at] ?? [];
    const filled = filledCells(row);
    if (filled === 0) start = at;
    else if (filled > 1 || lineOf(row).split(' ').length < FEWEST_WORDS_OF_NOTE) break;
  }
  if (usualCells(rows.slice(0, start)) < 2) return { body: rows, notes: [] };
  const notes = rows.slice(start).filter((row) => filledCells(row) > 0);
  return { body: rows.slice(0, start), notes: notes.map(lineOf) };
}

/** A row above the header that groups columns of the same name: "2025" and "2024", each above "Budget" and "Actual". */
function groupsColumns(row: Row, header: Row): boolean {
  const names = header.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filledCells(row) > 1 && namesColumns(row) && new Set(names).size < names.length;
}

function withGroups(groups: Row, header: Row): string[] {
  let group = '';
  return header.map((name, column) => {
    const own = groups[column]?.trim() ?? '';
    if (own !== '') group = own;
    return name.trim() === '' ? own : [group, name.trim()].filter((part) => part !== '').join(' ');
  });
}

function isUnits(row: Row, header: Row): boolean {
  return row.every((cell, column) => {
    const text = cell.trim();
    return text === '' || (UNIT.test(text) && (header[column]?.trim() ?? '') !== '');
  });
}

function withUnits(header: Row, units: Row): Row {
  return header.map((name, column) => {
    const unit = units[column]?.trim().replace(/^\((.+)\)$/u, '$1') ?? '';
    return unit === '' || name.includes(unit) ? name : `${name} (${unit})`;
  });
}

function lineOf(row: Row): string {
  return row
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' ');
}
