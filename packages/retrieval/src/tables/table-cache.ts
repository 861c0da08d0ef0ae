import type { Item } from '../knowledge/index.js';
import type { DocumentTable } from './document-table.js';
import { documentTables } from './document-tables.js';

/** Characters of documents whose tables are kept ready. */
const MOST_CHARACTERS = 30_000_000;

/** Tables of the documents that were asked last; a changed document has another hash and is read anew. */
const kept = new Map<string, { characters: number; tables: Promise<DocumentTable[]> }>();

/** The caller has read the text as the viewer: what is kept here is only given to who may read the document. */
export async function tablesOf(item: Item, text: string): Promise<DocumentTable[]> {
  const key = `${item.contentHash} ${text.length}`;
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known.tables;
  }
  const entry = { characters: text.length, tables: documentTables(text) };
  kept.set(key, entry);
  let sum = [...kept.values()].reduce((total, { characters }) => total + characters, 0);
  for (const [oldest, { characters }] of kept) {
    if (sum <= MOST_CHARACTERS || oldest === key) break;
    kept.delete(oldest);
    sum -= characters;
  }
  return entry.tables;
}
