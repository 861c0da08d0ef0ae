import type { Migration } from './migration.js';

/** API-2: addresses from which users logged in. Password guessing from elsewhere then cannot lock them out. */
export const loginAddresses: Migration = {
  name: '0005-login-addresses',
  async up(db) {
    await db.schema
      .createTable('login_addresses')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('address_hash', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_addresses_key', ['user_id', 'address_hash'])
      .execute();
  },
};
