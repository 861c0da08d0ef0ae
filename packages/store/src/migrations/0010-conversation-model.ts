import type { Migration } from './migration.js';

/** MOD-1: the model chosen in a conversation is stored with it. */
export const conversationModel: Migration = {
  name: '0010-conversation-model',
  async up(db) {
    await db.schema.alterTable('conversations').addColumn('model_id', 'text').execute();
  },
};
