import type { Migration } from './migration.js';

/** MOD-1: the model that was chosen in a conversation stays with it. */
export const conversationModel: Migration = {
  name: '0010-conversation-model',
  async up(db) {
    await db.schema.alterTable('conversations').addColumn('model_id', 'text').execute();
  },
};
