import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import { giveWay } from '../../database/give-way.js';
import type { Database } from '../../database/schema.js';

const TABLES = ['chunk_words', 'item_name_index'];
/** Pages written at a time, which takes some milliseconds. */
const PAGES = 64;

/**
 * FTS5 only marks deleted rows and drops their words when it merges its segments. This merges all of them, a little at
 * a time.
 */
export async function mergeWordLists(db: Kysely<Database>): Promise<void> {
  for (const table of TABLES) {
    // A negative number starts the merge. Continue until there is nothing left to do.
    for (let pages = -PAGES; await mergeSome(db, table, pages); pages = PAGES) await giveWay();
  }
}

function mergeSome(db: Kysely<Database>, table: string, pages: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const changes = async () => {
      const { rows } = await transaction.executeQuery<{ n: number }>(
        CompiledQuery.raw('select total_changes() as n', []),
      );
      return rows[0]?.n ?? 0;
    };
    const before = await changes();
    await transaction.executeQuery(
      CompiledQuery.raw(`insert into ${table} (${table}, rank) values ('merge', ?)`, [pages]),
    );
    // The statement itself counts as one change.
    return (await changes()) - before >= 2;
  });
}
