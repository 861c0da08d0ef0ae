import type { HistorySummary } from '@ibid/core/internal';
import type { Kysely } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import type { JsonText } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

/** CTX-14: summaries that replace the oldest turns of a branch once they no longer fit. */
export class SummaryRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * The summary that covers most of a branch, given as its user messages, oldest first. Skips summaries that may
   * contain text of an item that `hides` names.
   */
  async load(
    conversationId: string,
    userMessageIds: readonly string[],
    hides?: (itemId: string) => boolean,
  ): Promise<HistorySummary | null> {
    if (userMessageIds.length === 0) return null;
    const rows = await this.#db
      .selectFrom('conversation_summaries')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('message_id', 'in', [...userMessageIds])
      .orderBy('covers_turns', 'desc')
      .execute();
    const row = rows.find(({ item_ids: ids }) => !hides || !mayHold(ids, hides));
    return row ? { text: row.text, coversTurns: row.covers_turns } : null;
  }

  async save(options: {
    conversationId: string;
    lastMessageId: string;
    summary: HistorySummary;
    /** Items whose text it may contain. */
    itemIds: readonly string[];
  }): Promise<void> {
    const { summary } = options;
    const told = {
      covers_turns: summary.coversTurns,
      text: summary.text,
      item_ids: toJson(options.itemIds),
    };
    await this.#db
      .insertInto('conversation_summaries')
      .values({
        conversation_id: options.conversationId,
        message_id: options.lastMessageId,
        created_at: new Date().toISOString(),
        ...told,
      })
      .onConflict((conflict) => conflict.columns(['conversation_id', 'message_id']).doUpdateSet(told))
      .execute();
  }

  /** Deletes summaries that may contain text of such an item. */
  async forget(
    conversationId: string,
    hides: (itemId: string) => boolean,
    db: Kysely<Database> = this.#db,
  ): Promise<void> {
    const rows = await db
      .selectFrom('conversation_summaries')
      .select(['message_id', 'item_ids'])
      .where('conversation_id', '=', conversationId)
      .execute();
    for (const { message_id: messageId, item_ids: ids } of rows)
      if (mayHold(ids, hides))
        await db
          .deleteFrom('conversation_summaries')
          .where('conversation_id', '=', conversationId)
          .where('message_id', '=', messageId)
          .execute();
  }
}

function mayHold(itemIds: JsonText<string[]> | null, hides: (itemId: string) => boolean): boolean {
  return itemIds === null || fromJson(itemIds).some(hides);
}
