import type { Migration } from './migration.js';

/** WEB-9: stores what a conversation is limited to, and whether it is pinned. */
export const conversationChoices: Migration = {
  name: '0160-conversation-choices',
  async up(db) {
    await db.schema
      .alterTable('conversations')
      .addColumn('scope', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await db.schema
      .alterTable('conversations')
      .addColumn('pinned', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
