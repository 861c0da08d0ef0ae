import type { Kysely, Transaction } from 'kysely';
import { toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import type { MessageContent } from './message-content.js';
import { toMessage } from './message-repository.js';
import type { MessageRow } from './message-repository.js';
import { PRIVATE, sharingColumns } from './sharing.js';

/** The new conversation, and the mapping of its messages to the old ones. */
export interface ForkResult {
  conversationId: string;
  /** Maps the old id of each copied message to its new one. */
  messageIds: Map<string, string>;
}

/**
 * FLOW-10: creates a conversation from one branch of another. Copies messages, source numbers (REF-2) and whatever
 * `also` copies in one transaction; afterwards the two are independent.
 */
export async function forkConversation(options: {
  db: Kysely<Database>;
  conversationId: string;
  ownerId: string;
  title: string;
  /** Messages of the branch, root first. */
  messageIds: readonly string[];
  /** Replacements for the content of a message and for a source. */
  contentOf?: (message: MessageRow) => MessageContent;
  sourceOf?: (source: { itemId: string; title: string; url: string | null }) => {
    title: string;
    url: string | null;
  };
  also?: (transaction: Transaction<Database>, fork: ForkResult) => Promise<void>;
}): Promise<ForkResult> {
  return options.db.transaction().execute(async (transaction) => {
    const original = await transaction
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', options.conversationId)
      .executeTakeFirstOrThrow();
    const rows = await transaction
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', options.conversationId)
      .where('id', 'in', options.messageIds)
      .execute();
    const fork: ForkResult = { conversationId: newId(), messageIds: new Map() };
    for (const id of options.messageIds) fork.messageIds.set(id, newId());
    const now = new Date().toISOString();
    const last = options.messageIds.at(-1);
    await transaction
      .insertInto('conversations')
      .values({
        ...original,
        id: fork.conversationId,
        owner_id: options.ownerId,
        title: options.title,
        title_origin: 'made',
        pinned: 0,
        leaf_id: last === undefined ? null : (fork.messageIds.get(last) ?? null),
        forked_from: options.conversationId,
        forked_at_message: last ?? null,
        ...sharingColumns(PRIVATE),
        created_at: now,
        updated_at: now,
      })
      .execute();
    for (const row of rows) {
      await transaction
        .insertInto('messages')
        .values({
          ...row,
          content:
            options.contentOf && row.role === 'assistant'
              ? toJson(options.contentOf(toMessage(row)))
              : row.content,
          id: fork.messageIds.get(row.id) ?? newId(),
          conversation_id: fork.conversationId,
          parent_id: row.parent_id === null ? null : (fork.messageIds.get(row.parent_id) ?? null),
        })
        .execute();
    }
    const sources = await transaction
      .selectFrom('conversation_sources')
      .selectAll()
      .where('conversation_id', '=', options.conversationId)
      .execute();
    if (sources.length > 0) {
      await transaction
        .insertInto('conversation_sources')
        .values(
          sources.map((row) => ({
            ...row,
            ...options.sourceOf?.({ itemId: row.item_id, title: row.title, url: row.url }),
            conversation_id: fork.conversationId,
          })),
        )
        .execute();
    }
    const seen = await transaction
      .selectFrom('conversation_seen_items')
      .selectAll()
      .where('conversation_id', '=', options.conversationId)
      .execute();
    for (const row of seen)
      await transaction
        .insertInto('conversation_seen_items')
        .values({ ...row, conversation_id: fork.conversationId })
        .execute();
    const cited = await transaction
      .selectFrom('cited_chunks')
      .selectAll()
      .where('conversation_id', '=', options.conversationId)
      .execute();
    for (const row of cited)
      await transaction
        .insertInto('cited_chunks')
        .values({ ...row, conversation_id: fork.conversationId })
        .execute();
    await options.also?.(transaction, fork);
    return fork;
  });
}
