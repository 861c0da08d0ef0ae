import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { hashToken } from './session-repository.js';

/** ANS-4: a link through which people without an account read a conversation. Does not contain its token. */
export interface ConversationLink {
  id: string;
  conversationId: string;
  /** The user who created it; it is read with their rights. */
  ownerId: string;
  /** The last answer that it shows. */
  messageId: string;
  /** Everything up to that answer, or the answer and its question. */
  extent: 'conversation' | 'answer';
  showsPassages: boolean;
  createdAt: string;
  expiresAt: string;
}

/** Links to conversations; only the hashes of their tokens are stored. */
export class ConversationLinkRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The token is only in the result and cannot be read again. */
  async create(
    options: Omit<ConversationLink, 'id' | 'createdAt'>,
  ): Promise<{ token: string; link: ConversationLink }> {
    const token = randomBytes(24).toString('base64url');
    const row = {
      id: newId(),
      token_hash: hashToken(token),
      conversation_id: options.conversationId,
      owner_id: options.ownerId,
      message_id: options.messageId,
      extent: options.extent,
      shows_passages: options.showsPassages ? 1 : 0,
      created_at: new Date().toISOString(),
      expires_at: options.expiresAt,
    };
    await this.#db.insertInto('conversation_links').values(row).execute();
    return { token, link: toLink(row) };
  }

  /** Null if it never existed, was revoked or has expired. */
  async find(token: string): Promise<ConversationLink | null> {
    const row = await this.#db
      .selectFrom('conversation_links')
      .selectAll()
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirst();
    return row ? toLink(row) : null;
  }

  /** Valid links, newest first. */
  async list(conversationId: string): Promise<ConversationLink[]> {
    const rows = await this.#db
      .selectFrom('conversation_links')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('expires_at', '>', new Date().toISOString())
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(toLink);
  }

  async delete(conversationId: string, id: string): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('conversation_links')
      .where('id', '=', id)
      .where('conversation_id', '=', conversationId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  async deleteExpired(now = Date.now()): Promise<void> {
    await this.#db
      .deleteFrom('conversation_links')
      .where('expires_at', '<=', new Date(now).toISOString())
      .execute();
  }
}

function toLink(row: Selectable<Database['conversation_links']>): ConversationLink {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    ownerId: row.owner_id,
    messageId: row.message_id,
    extent: row.extent,
    showsPassages: row.shows_passages === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
