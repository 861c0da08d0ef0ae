import type { Migration } from './migration.js';

/** ORG-1: what a person needs to tell their sessions apart. Unknown of those from before. */
export const sessionFacts: Migration = {
  name: '0171-session-facts',
  async up(db) {
    for (const column of ['address', 'browser', 'seen_at'])
      await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
  },
};
