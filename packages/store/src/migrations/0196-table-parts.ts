import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** KB-12: packed rows of tables that are too long for the text of their item, in order. Deleted with its row. */
export const tableParts: Migration = {
  name: '0196-table-parts',
  async up(db, dialect) {
    const [number, bytes] = dialect === 'sqlite' ? ['integer', 'blob'] : ['bigint', 'bytea'];
    await sql
      .raw(
        `create table item_table_parts (
          item_row ${number} not null references items (row) on delete cascade,
          place integer not null, table_number integer not null, row_count integer not null, packed ${bytes} not null,
          primary key (item_row, place))`,
      )
      .execute(db);
  },
};
