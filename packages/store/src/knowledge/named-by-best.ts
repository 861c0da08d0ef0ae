import type { FusedChunk } from '@ibid/retrieval/internal';
import type { Viewer } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import type { Found } from './search-index.js';
import { visibleAccess } from './visible-access.js';

/** Bonus of a chunk whose item the best chunk names, as a share of the best score. */
const SHARE = 0.3;

/**
 * At most this many items get the bonus, so that a best chunk which is a list of names does not decide the whole order.
 */
const MOST_ITEMS = 2;

/**
 * KB-7: ranks for two-step questions such as "the mother of the director of X". The words find the first item, whose
 * text names the second. An item moves up if the best chunk names it, no other item has that name, and the search found
 * it anyway.
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

/** The items that a chunk mentions by a name unique among the items that the viewer may see. */
async function itemsNamedAlone(db: Kysely<Database>, chunkRow: number, viewer: Viewer): Promise<Set<number>> {
  // Most chunks mention no names, which is cheap to find out.
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
