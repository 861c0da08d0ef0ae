import { sql } from 'kysely';
import type { Kysely, RawBuilder, Selectable, SqlBool, Transaction } from 'kysely';
import { fromJson, mentions, toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import { changeRows, readRows } from '../database/row-statements.js';
import type { Database } from '../database/schema.js';
import { decodeCursor, toPage } from './cursor.js';
import type { RowPage } from './cursor.js';
import { PRIVATE, sharingColumns, toSharing, visibleTo, visibleToText } from './sharing.js';
import type { Sharing, StateViewer } from './sharing.js';

/** A conversation without its messages. */
export interface Conversation {
  id: string;
  ownerId: string;
  title: string;
  titleOrigin: 'none' | 'made' | 'person';
  agentId: string | null;
  /** Chosen by the user in this conversation; null: the default. */
  modelId: string | null;
  projectId: string | null;
  /** `kb` or `kb/item`: limits what questions search; empty: no limit. */
  scope: string[];
  /** Listed above the others. */
  isPinned: boolean;
  leafId: string | null;
  forkedFrom: { conversationId: string; messageId: string } | null;
  sharing: Sharing;
  createdAt: string;
  updatedAt: string;
}

/** The editable fields of a conversation. */
export type ConversationChange = Partial<
  Pick<
    Conversation,
    | 'title'
    | 'titleOrigin'
    | 'agentId'
    | 'modelId'
    | 'projectId'
    | 'scope'
    | 'isPinned'
    | 'leafId'
    | 'sharing'
  >
>;

/** Conversations, visible to their owners and those they are shared with. */
export class ConversationRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create(options: {
    ownerId: string;
    title?: string;
    agentId?: string | null;
    modelId?: string | null;
    projectId?: string | null;
    scope?: readonly string[];
    forkedFrom?: { conversationId: string; messageId: string };
    leafId?: string | null;
    id?: string;
  }): Promise<Conversation> {
    const now = new Date().toISOString();
    const row = {
      id: options.id ?? newId(),
      owner_id: options.ownerId,
      title: options.title ?? '',
      title_origin: options.title ? ('person' as const) : ('none' as const),
      agent_id: options.agentId ?? null,
      model_id: options.modelId ?? null,
      project_id: options.projectId ?? null,
      scope: toJson(options.scope ?? []),
      pinned: 0,
      leaf_id: options.leafId ?? null,
      forked_from: options.forkedFrom?.conversationId ?? null,
      forked_at_message: options.forkedFrom?.messageId ?? null,
      ...sharingColumns(PRIVATE),
      created_at: now,
      updated_at: now,
    };
    await this.#db.insertInto('conversations').values(row).execute();
    return toConversation(row);
  }

  /** Null if it does not exist or this viewer may not see it. */
  async get(viewer: StateViewer, id: string): Promise<Conversation | null> {
    const visible = visibleToText(viewer);
    const [row] = await readRows<Selectable<Database['conversations']>>(
      this.#db,
      `select * from conversations where id = ? and ${visible.text}`,
      [id, ...visible.parameters],
    );
    return row ? toConversation(row) : null;
  }

  /** The viewer's own, and those shared with them by name or group; newest first. */
  async list(options: {
    viewer: StateViewer;
    query?: string;
    projectId?: string;
    isPinned?: boolean;
    limit: number;
    cursor?: string | null;
  }): Promise<RowPage<Conversation>> {
    let query = this.#db.selectFrom('conversations').selectAll().where(visibleTo(options.viewer));
    // Public conversations of others are reached by their address; listing them all would bury one's own.
    query = query.where((where) =>
      where.or([where('owner_id', '=', options.viewer.userId), where('visibility', '=', 'shared')]),
    );
    if (options.projectId) query = query.where('project_id', '=', options.projectId);
    if (options.isPinned !== undefined) query = query.where('pinned', '=', options.isPinned ? 1 : 0);
    if (options.query) query = query.where(matches(options.query));
    const after = decodeCursor(options.cursor);
    if (after) {
      query = query.where((where) =>
        where.or([
          where('updated_at', '<', after.time),
          where.and([where('updated_at', '=', after.time), where('id', '<', after.id)]),
        ]),
      );
    }
    const rows = await query
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(options.limit + 1)
      .execute();
    return toPage(rows.map(toConversation), options.limit, (row) => ({ time: row.updatedAt, id: row.id }));
  }

  /** Whether a file is attached to a message in another user's conversation that the viewer may see. */
  async sharesFile(viewer: StateViewer, fileId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('conversations')
      .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
      .select('messages.id')
      .where(visibleTo(viewer))
      .where('visibility', '<>', 'private')
      .where('messages.role', '=', 'user')
      .where(mentions('messages.content', fileId))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** All conversations of one user, shared or not. */
  async ownedBy(ownerId: string): Promise<Conversation[]> {
    const rows = await this.#db
      .selectFrom('conversations')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .execute();
    return rows.map(toConversation);
  }

  async update(id: string, change: ConversationChange): Promise<void> {
    await this.#db
      .updateTable('conversations')
      .set({
        ...(change.title === undefined ? {} : { title: change.title }),
        ...(change.titleOrigin === undefined ? {} : { title_origin: change.titleOrigin }),
        ...(change.agentId === undefined ? {} : { agent_id: change.agentId }),
        ...(change.modelId === undefined ? {} : { model_id: change.modelId }),
        ...(change.projectId === undefined ? {} : { project_id: change.projectId }),
        ...(change.scope === undefined ? {} : { scope: toJson(change.scope) }),
        ...(change.isPinned === undefined ? {} : { pinned: change.isPinned ? 1 : 0 }),
        ...(change.leafId === undefined ? {} : { leaf_id: change.leafId }),
        ...(change.sharing === undefined ? {} : sharingColumns(change.sharing)),
        // The list is ordered by last change; pinning or choosing does not count as one.
        ...(isChoice(change) ? {} : { updated_at: new Date().toISOString() }),
      })
      .where('id', '=', id)
      .execute();
  }

  /** A generated title never replaces one that a user gave, even in a race. */
  async setMadeTitle(id: string, title: string, db: Kysely<Database> = this.#db): Promise<void> {
    await changeRows(
      db,
      "update conversations set title = ?, title_origin = 'made' where id = ? and title_origin <> 'person'",
      [title, id],
    );
  }

  /** `also` deletes related data elsewhere in the same transaction. */
  async delete(id: string, also?: (transaction: Transaction<Database>) => Promise<void>): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await also?.(transaction);
      const turns = transaction.selectFrom('turns').select('id').where('conversation_id', '=', id);
      await transaction.deleteFrom('turn_packets').where('turn_id', 'in', turns).execute();
      await transaction.deleteFrom('turns').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('messages').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('conversation_sources').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('conversation_seen_items').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('cited_chunks').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('conversation_links').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('feedback').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('conversation_summaries').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('dynamic_tools').where('conversation_id', '=', id).execute();
      await transaction.deleteFrom('conversations').where('id', '=', id).execute();
    });
  }
}

const choices: readonly string[] = ['isPinned', 'scope', 'agentId', 'modelId', 'projectId'];

const isChoice = (change: ConversationChange) => Object.keys(change).every((name) => choices.includes(name));

/** Matches the title or any message. */
function matches(text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`(lower(title) like ${pattern} escape '\\' or exists (
    select 1 from messages where messages.conversation_id = conversations.id
    and lower(messages.text) like ${pattern} escape '\\'))`;
}

function toConversation(row: Selectable<Database['conversations']>): Conversation {
  return {
    id: row.id,
    ownerId: row.owner_id,
    title: row.title,
    titleOrigin: row.title_origin,
    agentId: row.agent_id,
    modelId: row.model_id,
    projectId: row.project_id,
    scope: fromJson(row.scope),
    isPinned: row.pinned !== 0,
    leafId: row.leaf_id,
    forkedFrom:
      row.forked_from && row.forked_at_message
        ? { conversationId: row.forked_from, messageId: row.forked_at_message }
        : null,
    sharing: toSharing(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
