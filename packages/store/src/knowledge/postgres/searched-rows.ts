import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../database/schema.js';
import { itemScope } from '../item-scope.js';
import type { ItemScope } from '../item-scope.js';
import { visibleAccess } from '../visible-access.js';

/** Up to this many items are looked up individually; beyond it, the word or vector index is queried first. */
const FEW = { items: 1_000, chunks: 4_000 };

/** The rows of a side table that a search may use. */
export interface SearchedRows {
  /** Few enough to compare all of them. */
  areFew: boolean;
  /** Conditions for access and filters, for the table of this name or alias. */
  condition(table: string): RawBuilder<boolean>;
}

/**
 * SQL enforces access (KB-5) with the same subquery as everywhere: on the items if few are in scope, otherwise on each
 * candidate.
 */
export async function searchedRows(db: Kysely<Database>, scope: ItemScope, few = FEW): Promise<SearchedRows> {
  const inScope = itemScope(scope, 'postgres');
  const inBases = await baseCondition(db, scope.knowledgeBaseIds);
  const { rows } = await sql<{ items: number; chunks: number }>`
    select count(*) as items, coalesce(sum(chunk_count), 0) as chunks from (
      select items.chunk_count from items where ${inScope} limit ${few.items + 1}) as counted`.execute(db);
  const counted = rows[0] ?? { items: 0, chunks: 0 };
  if (counted.items <= few.items && counted.chunks <= few.chunks) {
    return {
      areFew: true,
      condition: (table) => sql<boolean>`(${inBases(table)} and ${sql.ref(table)}.item_row = any(array(
        select items.row from items where ${inScope})))`,
    };
  }
  const { filter, viewer } = scope;
  return {
    areFew: false,
    condition: (table) => {
      // The side tables hold the rule of each chunk: without filters, no join with items is needed.
      const parts = [
        inBases(table),
        sql<boolean>`${sql.ref(`${table}.access_row`)} in ${visibleAccess(viewer)}`,
      ];
      if (filter)
        parts.push(sql<boolean>`exists (select 1 from items
          where items.row = ${sql.ref(`${table}.item_row`)} and ${inScope})`);
      return sql<boolean>`(${sql.join(parts, sql` and `)})`;
    },
  };
}

/** Lists the rows of bases one by one; only then does PostgreSQL prune the other partitions. */
async function baseCondition(
  db: Kysely<Database>,
  ids: readonly string[] | undefined,
): Promise<(table: string) => RawBuilder<boolean>> {
  if (!ids) return () => sql<boolean>`true`;
  const { rows } = await sql<{ row: number }>`select row from knowledge_bases
    where id = any(${[...ids]}::text[]) order by row`.execute(db);
  if (rows.length === 0) return () => sql<boolean>`false`;
  return (table) =>
    sql<boolean>`${sql.ref(`${table}.base_row`)} in (${sql.join(rows.map(({ row }) => sql`${row}::bigint`))})`;
}
