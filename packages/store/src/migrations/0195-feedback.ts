import type { Migration } from './migration.js';

/** ANS-5: user feedback on answers and citations, with what was shown. Deleted with its conversation. */
export const addFeedback: Migration = {
  name: '0195-feedback',
  async up(db) {
    const count = ['supported_right', 'supported_wrong', 'doubtful_right', 'doubtful_wrong'];
    let table = db.schema
      .createTable('feedback')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) =>
        column.notNull().references('conversations.id').onDelete('cascade'),
      )
      .addColumn('turn_id', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('verdict', 'text')
      .addColumn('reasons', 'text', (column) => column.notNull())
      .addColumn('comment', 'text', (column) => column.notNull())
      .addColumn('marks', 'text', (column) => column.notNull())
      .addColumn('snapshot', 'text', (column) => column.notNull())
      .addColumn('shared', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull());
    for (const name of count) table = table.addColumn(name, 'integer', (column) => column.notNull());
    await table.execute();
    await db.schema
      .createIndex('feedback_turn')
      .unique()
      .on('feedback')
      .columns(['user_id', 'turn_id'])
      .execute();
    await db.schema
      .createIndex('feedback_time')
      .on('feedback')
      .columns(['user_id', 'created_at', 'id'])
      .execute();
    await db.schema.createIndex('feedback_conversation').on('feedback').column('conversation_id').execute();
  },
};
