import type { Item } from '../knowledge/index.js';
import type { DocumentTable } from './document-table.js';
import { documentTables } from './document-tables.js';
import { readThrough, type TableParts } from './table-rows.js';

/** Total characters of documents whose tables are cached. */
const MOST_CHARACTERS = 30_000_000;

/** Tables of the most recently queried documents. A changed document has another hash and is parsed again. */
const kept = new Map<string, { characters: number; tables: Promise<DocumentTable[]> }>();

/**
 * The caller has read the text as the viewer, so cached tables only reach people who may read the document. Parts of
 * long tables are always read as the current viewer, never as the first one.
 */
export async function tablesOf(item: Item, text: string, parts?: TableParts): Promise<DocumentTable[]> {
  const tables = await keptTables(`${item.contentHash} ${text.length}`, text, parts);
  return parts ? tables.map((table) => readThrough(table, parts)) : tables;
}

function keptTables(key: string, text: string, parts: TableParts | undefined): Promise<DocumentTable[]> {
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known.tables;
  }
  const entry = { characters: text.length, tables: documentTables(text, parts) };
  entry.tables.catch(() => kept.delete(key));
  kept.set(key, entry);
  let sum = [...kept.values()].reduce((total, { characters }) => total + characters, 0);
  for (const [oldest, { characters }] of kept) {
    if (sum <= MOST_CHARACTERS || oldest === key) break;
    kept.delete(oldest);
    sum -= characters;
  }
  return entry.tables;
}
