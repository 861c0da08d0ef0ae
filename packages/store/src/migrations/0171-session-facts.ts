import type { Migration } from './migration.js';

/** ORG-1: details that help users tell their sessions apart; unknown for existing sessions. */
export const sessionFacts: Migration = {
  name: '0171-session-facts',
  async up(db) {
    for (const column of ['address', 'browser', 'seen_at'])
      await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
  },
};
