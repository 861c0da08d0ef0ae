import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../database/schema.js';
import { itemScope } from '../item-scope.js';
import type { ItemScope } from '../item-scope.js';

/** Up to so many items are looked up one by one; of more, the index of words or vectors is asked first. */
const FEW_ITEMS = 1_000;
const FEW_CHUNKS = 4_000;

/** Which rows of a side table a search may look at. */
export interface SearchedRows {
  /** So few that all of them can be compared. */
  areFew: boolean;
  /** Access and filters, on the table of this name or alias. */
  condition(table: string): RawBuilder<boolean>;
}

/** Access is decided in SQL (KB-5): where few items are in scope, once; otherwise for every candidate. */
export async function searchedRows(db: Kysely<Database>, scope: ItemScope): Promise<SearchedRows> {
  const inScope = itemScope(scope, 'postgres');
  const { rows } = await sql<{ items: number; chunks: number }>`
    select count(*) as items, coalesce(sum(chunk_count), 0) as chunks from (
      select items.chunk_count from items where ${inScope} limit ${FEW_ITEMS + 1}) as counted`.execute(db);
  const counted = rows[0] ?? { items: 0, chunks: 0 };
  if (counted.items <= FEW_ITEMS && counted.chunks <= FEW_CHUNKS) {
    return {
      areFew: true,
      condition: (table) => sql<boolean>`${sql.ref(table)}.item_row = any(array(
        select items.row from items where ${inScope}))`,
    };
  }
  const bases = scope.knowledgeBaseIds;
  return {
    areFew: false,
    condition: (table) => {
      const allowed = sql<boolean>`exists (select 1 from items
        where items.row = ${sql.ref(table)}.item_row and ${inScope})`;
      if (!bases) return allowed;
      // Said once more for the index, which is kept by knowledge base.
      return sql<boolean>`${sql.ref(table)}.base_row = any(array(
        select row from knowledge_bases where id = any(${[...bases]}::text[]))) and ${allowed}`;
    },
  };
}
