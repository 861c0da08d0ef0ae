import type { HistorySummary } from '@ibid/core';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * CTX-14: what stands for the oldest turns of a branch once they no longer fit.
 *
 * ```ts
 * import { openDatabase, SummaryRepository } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * console.log(await new SummaryRepository(db).load('conversation-1', [])); // null
 * await close();
 * ```
 */
export class SummaryRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The summary that covers most of a branch, given as its user messages, oldest first. */
  async load(conversationId: string, userMessageIds: readonly string[]): Promise<HistorySummary | null> {
    if (userMessageIds.length === 0) return null;
    const row = await this.#db
      .selectFrom('conversation_summaries')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('message_id', 'in', [...userMessageIds])
      .orderBy('covers_turns', 'desc')
      .executeTakeFirst();
    return row ? { text: row.text, coversTurns: row.covers_turns } : null;
  }

  async save(options: {
    conversationId: string;
    lastMessageId: string;
    summary: HistorySummary;
  }): Promise<void> {
    const { summary } = options;
    await this.#db
      .insertInto('conversation_summaries')
      .values({
        conversation_id: options.conversationId,
        message_id: options.lastMessageId,
        covers_turns: summary.coversTurns,
        text: summary.text,
        created_at: new Date().toISOString(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['conversation_id', 'message_id'])
          .doUpdateSet({ covers_turns: summary.coversTurns, text: summary.text }),
      )
      .execute();
  }
}
