import type { Migration } from './migration.js';

/**
 * ANS-4: links through which people without an account read a conversation, up to one answer. Only the hash of a link
 * is stored.
 */
export const conversationLinks: Migration = {
  name: '0161-conversation-links',
  async up(db) {
    await db.schema
      .createTable('conversation_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('conversation_id', 'text', (column) =>
        column.notNull().references('conversations.id').onDelete('cascade'),
      )
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('extent', 'text', (column) => column.notNull())
      .addColumn('shows_passages', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('conversation_links_conversation')
      .on('conversation_links')
      .column('conversation_id')
      .execute();
  },
};
