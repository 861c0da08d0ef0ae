import type { SearchHit } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { itemScope } from './item-scope.js';
import type { ItemScope } from './item-scope.js';
import { CHUNK_COLUMNS, chunkOfRow } from './row-mapping.js';

/**
 * Adds the neighbouring chunks after each hit, marked as neighbours. Each chunk appears once, as a hit if it is one.
 */
export async function withNeighbours(options: {
  db: Kysely<Database>;
  dialect: DialectName;
  scope: ItemScope;
  hits: readonly SearchHit[];
  reach: number;
}): Promise<SearchHit[]> {
  const { db, dialect, scope, hits, reach } = options;
  const seen = new Set(hits.map((hit) => hit.id));
  const result: SearchHit[] = [];
  for (const hit of hits) {
    result.push(hit);
    const rows = await db
      .selectFrom('chunks')
      .innerJoin('items', 'items.row', 'chunks.item_row')
      .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
      .select(CHUNK_COLUMNS)
      .where(itemScope(scope, dialect))
      .where('items.id', '=', hit.itemId)
      .where(sql<boolean>`chunks.ordinal between ${hit.ordinal - reach} and ${hit.ordinal + reach}`)
      .orderBy('chunks.ordinal')
      .execute();
    for (const chunk of rows.map(chunkOfRow)) {
      if (seen.has(chunk.id)) continue;
      seen.add(chunk.id);
      const { title, itemName, url, metadata, date, score, id: neighbourOf } = hit;
      result.push(
        Object.assign(chunk, { title, itemName, url, metadata, date, score, ranks: {}, neighbourOf }),
      );
    }
  }
  return result;
}
