import type { Migration } from './migration.js';

/** WEB-9: what a conversation is limited to stays with it; and whether it stands on top of the list. */
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
