import type { Source, SourceLedgerSnapshot } from '@ibid/core';
import type { Kysely, Selectable } from 'kysely';
import { readRows } from '../database/row-statements.js';
import type { Database } from '../database/schema.js';

/**
 * REF-2: the ledger of a conversation. Numbers are only ever added.
 *
 * ```ts
 * import { openDatabase, SourceRepository } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * console.log(await new SourceRepository(db).load('conversation-1'));
 * await close();
 * ```
 */
export class SourceRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async load(conversationId: string): Promise<SourceLedgerSnapshot> {
    const rows = await readRows<Selectable<Database['conversation_sources']>>(
      this.#db,
      'select * from conversation_sources where conversation_id = ? order by number',
      [conversationId],
    );
    return {
      sources: rows.map((row): Source => ({
        number: row.number,
        itemId: row.item_id,
        title: row.title,
        origin: row.origin,
        ...(row.url === null ? {} : { url: row.url }),
      })),
    };
  }

  /** Numbers that are stored already stay as they are. */
  async save(
    options: { conversationId: string; turnId: string | null; sources: readonly Source[] },
    db: Kysely<Database> = this.#db,
  ): Promise<void> {
    if (options.sources.length === 0) return;
    await db
      .insertInto('conversation_sources')
      .values(
        options.sources.map((source) => ({
          conversation_id: options.conversationId,
          number: source.number,
          item_id: source.itemId,
          title: source.title,
          url: source.url ?? null,
          origin: source.origin,
          turn_id: options.turnId,
        })),
      )
      .onConflict((conflict) => conflict.columns(['conversation_id', 'number']).doNothing())
      .execute();
  }
}
