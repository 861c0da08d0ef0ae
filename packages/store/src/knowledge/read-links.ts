import type { ItemLink, Viewer } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { itemScope } from './item-scope.js';
import { chunkId } from './row-mapping.js';
import { visibleAccess } from './visible-access.js';

/** Mentions that link one item to another, both visible to the viewer (KB-5, KB-7). */
export async function readLinks(options: {
  db: Kysely<Database>;
  dialect: DialectName;
  viewer: Viewer;
  /** On `chunks`, or on `target`, the mentioned item. */
  condition: RawBuilder<boolean>;
}): Promise<ItemLink[]> {
  const { rows } = await sql<{
    chunk_row: number;
    from_id: string;
    to_id: string;
    mention: string;
    spread: number;
  }>`
    select chunks.row as chunk_row, items.id as from_id, target.id as to_id, min(said.mention) as mention,
      min(${nameSpread(options.viewer, sql.raw('said.name_row'))}) as spread
    from chunk_mentions as said
    join chunks on chunks.row = said.chunk_row
    join items on items.row = chunks.item_row
    join item_names as named on named.name_row = said.name_row
    join items as target on target.row = named.item_row and target.row <> items.row
    where ${options.condition} and ${itemScope({ viewer: options.viewer }, options.dialect)}
      and target.access_row in ${visibleAccess(options.viewer)}
    group by chunks.row, items.id, target.id, target.row
    order by chunks.row, target.row`.execute(options.db);
  return rows.map((row) => ({
    fromChunkId: chunkId(row.chunk_row),
    fromItemId: row.from_id,
    toItemId: row.to_id,
    mention: row.mention,
    chunksMentioning: row.spread,
  }));
}

/** How many chunks that the viewer may see mention a name. */
export function nameSpread(viewer: Viewer, nameRow: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from chunk_mentions as other
    join chunks as saying on saying.row = other.chunk_row
    join items as holder on holder.row = saying.item_row
    where other.name_row = ${nameRow} and holder.access_row in ${visibleAccess(viewer)})`;
}
