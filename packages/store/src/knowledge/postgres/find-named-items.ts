import { wordInformation } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { itemScope } from '../item-scope.js';
import type { ItemScope } from '../item-scope.js';
import { quoteLexeme } from './lexemes.js';

/** Rows of items whose name has one of the tokens: those with the rarest first, and of these the shortest. */
export async function findNamedItems(options: {
  db: Kysely<Database>;
  tokens: readonly string[];
  scope: ItemScope;
  limit: number;
}): Promise<number[]> {
  const { db, tokens } = options;
  if (tokens.length === 0) return [];
  const queries = [...new Set(tokens)].map(quoteLexeme);
  const { rows: counted } = await sql<{ query: string; n: number; items: number }>`
    select query, (select count(*) from search_item_names where words @@ query::tsquery) as n,
      (select count(*) from search_item_names) as items
    from unnest(${queries}::text[]) as asked (query)`.execute(db);
  const weights = counted.map(({ query, n, items }) => {
    const information = wordInformation({ chunks: Number(items), chunksWithWord: Number(n) });
    return sql`(case when named.words @@ ${query}::tsquery then ${sql.lit(information)} else 0 end)`;
  });
  const { rows } = await sql<{ row: number }>`
    select items.row from search_item_names as named join items on items.row = named.item_row
    where named.words @@ ${queries.join(' | ')}::tsquery and ${itemScope(options.scope, 'postgres')}
    order by ${sql.join(weights, sql` + `)} desc, length(named.words), items.row
    limit ${options.limit}`.execute(db);
  return rows.map((row) => row.row);
}
