import type { Source, SourceLedgerSnapshot } from '@ibid/core';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import { readRows } from '../database/row-statements.js';
import type { Database } from '../database/schema.js';
import { chunkRow } from '../knowledge/row-mapping.js';
import { visibleTo } from './sharing.js';
import type { StateViewer } from './sharing.js';

const SEEN_AT_ONCE = 1_000;

/** An item whose text a conversation may contain. */
export interface SourceTrace {
  itemId: string;
  /** Null if it was read but never numbered. */
  title: string | null;
  /** Start of the turn that first had it; null: unknown, so before any turn. */
  since: string | null;
  /** Found by a tool of that turn, hence not before its first call. */
  isFound: boolean;
}

/** REF-2: the source ledger of a conversation. Numbers are only ever added. */
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

  /**
   * The newest conversations visible to the viewer that showed an item. Hidden ones do not count towards `most`.
   */
  async conversationsWith(viewer: StateViewer, itemId: string, most: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('conversation_sources')
      .innerJoin('conversations', 'conversations.id', 'conversation_sources.conversation_id')
      .select('conversations.id')
      .distinct()
      .select('conversations.updated_at')
      .where('item_id', '=', itemId)
      .where(visibleTo(viewer))
      .orderBy('conversations.updated_at', 'desc')
      .limit(most)
      .execute();
    return rows.map((row) => row.id);
  }

  /** Existing numbers stay unchanged. */
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

  /** Items that a turn read, numbered or not. The first turn that read an item is kept. */
  async saveSeen(
    options: { conversationId: string; turnId: string; itemIds: Iterable<string> },
    db: Kysely<Database> = this.#db,
  ): Promise<void> {
    const rows = [...options.itemIds].map((itemId) => ({
      conversation_id: options.conversationId,
      item_id: itemId,
      turn_id: options.turnId,
    }));
    for (let start = 0; start < rows.length; start += SEEN_AT_ONCE)
      await db
        .insertInto('conversation_seen_items')
        .values(rows.slice(start, start + SEEN_AT_ONCE))
        .onConflict((conflict) => conflict.columns(['conversation_id', 'item_id']).doNothing())
        .execute();
  }

  /** KB-11: the chunks that an answer cites; their original texts are kept for it. */
  async saveCited(
    options: { conversationId: string; cited: readonly { itemId: string; chunkId: string }[] },
    db: Kysely<Database> = this.#db,
  ): Promise<void> {
    for (const { itemId, chunkId } of options.cited) {
      const row = chunkRow(chunkId);
      if (row === null) continue;
      await db
        .insertInto('cited_chunks')
        .values({ item_id: itemId, chunk_row: row, conversation_id: options.conversationId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  /** The items whose text the conversation may contain, and since which turn; null: since before any. */
  async traces(conversationId: string): Promise<SourceTrace[]> {
    const { rows } = await sql<{
      item_id: string;
      title: string | null;
      origin: string;
      since: string | null;
    }>`
      select s.item_id, s.title, s.origin, turns.created_at as since from conversation_sources s
      left join turns on turns.id = s.turn_id where s.conversation_id = ${conversationId}
      union all select s.item_id, null, 'tool', turns.created_at from conversation_seen_items s
      left join turns on turns.id = s.turn_id where s.conversation_id = ${conversationId}`.execute(this.#db);
    return rows.map(({ item_id: itemId, title, origin, since }) => ({
      itemId,
      title,
      since,
      isFound: origin === 'tool' || origin === 'web',
    }));
  }

  /** Messages of turns that began up to a moment, with the start of their turn. */
  async messagesUntil(conversationId: string, moment: string): Promise<{ id: string; began: string }[]> {
    return this.#db
      .selectFrom('messages')
      .innerJoin('turns', 'turns.id', 'messages.turn_id')
      .select(['messages.id', 'turns.created_at as began'])
      .where('messages.conversation_id', '=', conversationId)
      .where('turns.created_at', '<=', moment)
      .execute();
  }
}
