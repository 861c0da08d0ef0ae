import type { Migration } from './migration.js';

/** ANS-2, ANS-3: inquiries that take more than a turn, with their results so far, which lets a job resume them. */
export const inquiries: Migration = {
  name: '0185-inquiries',
  async up(db) {
    await db.schema
      .createTable('inquiries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('input', 'text', (column) => column.notNull())
      .addColumn('work', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('inquiries_owner')
      .on('inquiries')
      .columns(['owner_id', 'kind', 'created_at'])
      .execute();
  },
};
