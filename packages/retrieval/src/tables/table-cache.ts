import type { Item } from '../knowledge/index.js';
import type { DocumentTable } from './document-table.js';
import { documentTables } from './document-tables.js';
import { readThrough, type TableParts } from './table-rows.js';

/** Characters of documents whose tables are kept ready. */
const MOST_CHARACTERS = 30_000_000;

/** Tables of the documents that were asked last; a changed document has another hash and is read again. */
const kept = new Map<string, { characters: number; tables: Promise<DocumentTable[]> }>();

/**
 * The caller has read the text as the viewer: what is kept here is only given to people who may read the document. Parts of long
 * tables are read as whoever asks now, never as the person who asked first.
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
