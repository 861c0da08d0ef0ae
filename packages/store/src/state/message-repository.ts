import type { KeptCounts, TurnStatus } from '@ibid/core/internal';
import type { Kysely, Selectable } from 'kysely';
import { readRows, updateRows } from '../database/row-statements.js';
import { fromJson, toJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import type { MessageContent } from './message-content.js';

/** FLOW-2: the stored form of a message. */
export interface MessageRow {
  id: string;
  conversationId: string;
  parentId: string | null;
  role: 'user' | 'assistant';
  text: string;
  content: MessageContent;
  turnId: string | null;
  status: TurnStatus;
  createdAt: string;
  /** CTX-10: counted once per tokenizer. */
  tokenCounts?: KeptCounts;
}

/** A message's position in the tree, without its content. */
export interface MessageNode {
  id: string;
  parentId: string | null;
  role: 'user' | 'assistant';
}

/** FLOW-10: the messages of a conversation form a tree; a branch is the path from the root to one leaf. */
export class MessageRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(message: MessageRow): Promise<void> {
    await this.#db.insertInto('messages').values(toRow(message)).execute();
  }

  async update(id: string, change: Partial<Pick<MessageRow, 'text' | 'content' | 'status'>>): Promise<void> {
    await this.#db
      .updateTable('messages')
      .set({
        ...(change.text === undefined ? {} : { text: change.text }),
        ...(change.content === undefined ? {} : { content: toJson(change.content) }),
        ...(change.status === undefined ? {} : { status: change.status }),
      })
      .where('id', '=', id)
      .execute();
  }

  /** CTX-10. Ignores deleted messages. */
  async keepCounts(
    kept: readonly { messageId: string; tokenCounts: KeptCounts }[],
    db: Kysely<Database> = this.#db,
  ): Promise<void> {
    for (const { messageId, tokenCounts } of kept)
      await updateRows(db, 'messages', {
        set: { token_counts: toJson(tokenCounts) },
        where: { id: messageId },
      });
  }

  async get(conversationId: string, id: string): Promise<MessageRow | null> {
    const row = await this.#db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? toMessage(row) : null;
  }

  /** The shape of the tree, oldest first: small, and enough to find branches and siblings without reading text. */
  async tree(conversationId: string): Promise<MessageNode[]> {
    const rows = await readRows<Pick<Selectable<Database['messages']>, 'id' | 'parent_id' | 'role'>>(
      this.#db,
      'select id, parent_id, role from messages where conversation_id = ? order by created_at, id',
      [conversationId],
    );
    return rows.map((row) => ({ id: row.id, parentId: row.parent_id, role: row.role }));
  }

  async getMany(conversationId: string, ids: readonly string[]): Promise<MessageRow[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('id', 'in', ids)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, toMessage(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

export function toRow(message: MessageRow): Database['messages'] {
  return {
    id: message.id,
    conversation_id: message.conversationId,
    parent_id: message.parentId,
    role: message.role,
    text: message.text,
    content: toJson(message.content),
    turn_id: message.turnId,
    status: message.status,
    created_at: message.createdAt,
    token_counts: message.tokenCounts ? toJson(message.tokenCounts) : null,
  };
}

export function toMessage(row: Selectable<Database['messages']>): MessageRow {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    role: row.role,
    text: row.text,
    content: fromJson(row.content),
    turnId: row.turn_id,
    status: row.status,
    createdAt: row.created_at,
    ...(row.token_counts === null ? {} : { tokenCounts: fromJson(row.token_counts) }),
  };
}
