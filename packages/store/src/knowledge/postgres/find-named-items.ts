import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { itemScope } from '../item-scope.js';
import type { ItemScope } from '../item-scope.js';
import { quoteLexeme } from './lexemes.js';

/** Rows of items whose name contains one of the tokens: most matches first, then shortest name. */
export async function findNamedItems(options: {
  db: Kysely<Database>;
  tokens: readonly string[];
  scope: ItemScope;
  limit: number;
}): Promise<number[]> {
  const { db, tokens } = options;
  if (tokens.length === 0) return [];
  const queries = [...new Set(tokens)].map(quoteLexeme);
  const held = queries.map((query) => sql`(case when named.words @@ ${query}::tsquery then 1 else 0 end)`);
  const { rows } = await sql<{ row: number }>`
    select items.row from search_item_names as named join items on items.row = named.item_row
    where named.words @@ ${queries.join(' | ')}::tsquery and ${itemScope(options.scope, 'postgres')}
    order by ${sql.join(held, sql` + `)} desc, length(items.name_key), items.row
    limit ${options.limit}`.execute(db);
  return rows.map((row) => row.row);
}
