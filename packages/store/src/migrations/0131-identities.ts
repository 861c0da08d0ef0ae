import type { Migration } from './migration.js';

/**
 * ORG-1: a user's identity at a login provider, and for sessions begun there what is needed to check again and to log
 * out.
 */
export const identities: Migration = {
  name: '0131-identities',
  async up(db) {
    await db.schema
      .createTable('user_identities')
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_identities_key', ['issuer', 'subject'])
      .execute();
    for (const column of ['provider_id', 'sealed_tokens', 'checked_at'])
      await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
  },
};
