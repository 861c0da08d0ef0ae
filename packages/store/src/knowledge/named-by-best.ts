import type { FusedChunk } from '@ibid/retrieval/internal';
import type { Viewer } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import type { Found } from './search-index.js';
import { visibleAccess } from './visible-access.js';

/** What a chunk gains if the best one names its item: this share of the best one's score. */
const SHARE = 0.3;

/** So many items gain at most, so that a best chunk that is a list of names doesn't decide the whole order. */
const MOST_ITEMS = 2;

/**
 * KB-7: a question of two steps finds the first by its words, and that one names the second: "the mother of the director
 * of X". An item whose name no other item has comes up if the best chunk names it and a search found it anyway.
 */
export async function namedByBest(options: {
  db: Kysely<Database>;
  ranked: readonly FusedChunk[];
  found: Found;
  viewer: Viewer;
}): Promise<readonly FusedChunk[]> {
  const { db, ranked, found, viewer } = options;
  const [best] = ranked;
  if (!best || best.score <= 0 || ranked.length < 3) return ranked;
  const named = await itemsNamedAlone(db, best.row, viewer);
  if (named.size === 0) return ranked;
  const itemOf = new Map(found.candidates.map(({ chunkRow, itemRow }) => [chunkRow, itemRow]));
  named.delete(itemOf.get(best.row)!);
  const raised = new Set<number>();
  const gained = ranked.map((chunk) => {
    const item = itemOf.get(chunk.row)!;
    if (raised.size === MOST_ITEMS || raised.has(item) || !named.has(item)) return chunk;
    raised.add(item);
    return { ...chunk, score: chunk.score + SHARE * best.score };
  });
  if (raised.size === 0) return ranked;
  return gained.sort((left, right) => right.score - left.score || left.row - right.row);
}

/** The items that a chunk names, by names that only one item has of those that the viewer may see. */
async function itemsNamedAlone(db: Kysely<Database>, chunkRow: number, viewer: Viewer): Promise<Set<number>> {
  // Most chunks name nothing, which is cheap to find out.
  const said = await sql<{ name_row: number }>`
    select name_row from chunk_mentions where chunk_row = ${chunkRow}`.execute(db);
  if (said.rows.length === 0) return new Set();
  const { rows } = await sql<{ item_row: number }>`
    select min(named.item_row) as item_row from item_names as named join items on items.row = named.item_row
    where named.name_row in (${sql.join(said.rows.map((row) => row.name_row))})
      and items.access_row in ${visibleAccess(viewer)}
    group by named.name_row having count(*) = 1`.execute(db);
  return new Set(rows.map((row) => Number(row.item_row)));
}
