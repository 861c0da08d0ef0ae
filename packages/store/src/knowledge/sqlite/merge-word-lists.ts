import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import { giveWay } from '../../database/give-way.js';
import type { Database } from '../../database/schema.js';

const TABLES = ['chunk_words', 'item_name_index'];
/** Pages that are written at a time: some milliseconds. */
const PAGES = 64;

/**
 * FTS5 only notes which rows are gone, and drops their words when it brings its parts together. This brings all of them
 * together, a little at a time.
 */
export async function mergeWordLists(db: Kysely<Database>): Promise<void> {
  for (const table of TABLES) {
    // A negative number begins it; after that, as long as there is something to do.
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
    // The statement itself counts as one.
    return (await changes()) - before >= 2;
  });
}
