import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** ANS-1: edited cells have their own verdict and quote. Existing edits have none, since they were not checked. */
export const checkedEdits: Migration = {
  name: '0199-checked-edits',
  async up(db) {
    for (const column of ['edited_verdict', 'edited_check'])
      await sql.raw(`alter table evidence_cells add column ${column} text`).execute(db);
  },
};
