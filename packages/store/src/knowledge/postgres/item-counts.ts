import { FEW_DOCUMENTS } from '@ibid/retrieval/internal';
import type { QueryTerm, Viewer } from '@ibid/retrieval/internal';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../database/schema.js';
import { visibleAccess } from '../visible-access.js';
import { toTermQuery } from './lexemes.js';

/** How many documents a viewer may see, and how many of them contain each query word. */
export interface ItemCounts {
  items: number;
  /** By position of the word in the query. */
  itemsWith: readonly number[];
}

/** Null if the viewer may see so many documents or chunks that it makes no difference. */
export async function readItemCounts(options: {
  db: Kysely<Database>;
  terms: readonly QueryTerm[];
  viewer: Viewer;
  /** All chunks that the viewer may see. */
  chunks: number;
}): Promise<ItemCounts | null> {
  const { db, terms, viewer, chunks } = options;
  if (terms.length === 0 || chunks === 0 || chunks >= FEW_DOCUMENTS.chunks) return null;
  const { rows: seen } = await sql<{ row: number }>`select row from items
    where chunk_count > 0 and access_row in ${visibleAccess(viewer)} limit ${FEW_DOCUMENTS.items}`.execute(
    db,
  );
  if (seen.length >= FEW_DOCUMENTS.items) return null;
  const { rows } = await sql<{ items: number }>`
    select (select count(distinct w.item_row) from all_search_words as w
      where w.item_row = any(${seen.map(({ row }) => row)}::bigint[]) and w.words @@ asked.query::tsquery) as items
    from unnest(${terms.map((term) => toTermQuery(term))}::text[]) with ordinality as asked (query, place)
    order by asked.place`.execute(db);
  return { items: seen.length, itemsWith: rows.map(({ items }) => Number(items)) };
}
