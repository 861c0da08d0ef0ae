import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * KB-5, ORG-3: which items' text may be where, beyond the numbered sources. Records the items that a turn read without
 * citing them, such as those a search agent looked at, and for each summary the items known when it was written.
 */
export const addSeenItems: Migration = {
  name: '0130-seen-items',
  async up(db) {
    await sql
      .raw(
        `create table conversation_seen_items (
      conversation_id text not null references conversations (id) on delete cascade,
      item_id text not null,
      turn_id text,
      primary key (conversation_id, item_id)
    )`,
      )
      .execute(db);
    await sql
      .raw('create index conversation_seen_items_item on conversation_seen_items (item_id)')
      .execute(db);
    await sql.raw('alter table conversation_summaries add column item_ids text').execute(db);
    // Conversations cleared of a deleted item earlier still had their summary.
    await sql`delete from conversation_summaries where conversation_id in (
      select conversation_sources.conversation_id from conversation_sources
      join deleted_items on deleted_items.id = conversation_sources.item_id)`.execute(db);
  },
};
