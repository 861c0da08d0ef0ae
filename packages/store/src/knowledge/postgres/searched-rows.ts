import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../database/schema.js';
import { itemScope } from '../item-scope.js';
import type { ItemScope } from '../item-scope.js';
import { visibleAccess } from '../visible-access.js';

/** Up to so many items are looked up one by one; of more, the index of words or vectors is asked first. */
const FEW = { items: 1_000, chunks: 4_000 };

/** Which rows of a side table a search may look at. */
export interface SearchedRows {
  /** So few that all of them can be compared. */
  areFew: boolean;
  /** Access and filters, on the table of this name or alias. */
  condition(table: string): RawBuilder<boolean>;
}

/** Access is decided in SQL (KB-5), by the same subquery as everywhere: for the items, where few are in scope; otherwise for every candidate. */
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
      // The side tables know the rule of each chunk: without filters no item has to be looked at.
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

/** Rows of bases one by one, because only so does PostgreSQL leave out the parts of the others. */
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
