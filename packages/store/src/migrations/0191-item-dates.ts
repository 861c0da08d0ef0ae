import type { JsonValue } from '@ibid/core';
import { documentDate } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Migration } from './migration.js';

const AT_ONCE = 500;

/** KB-11: a document's date. Existing items get the date in their metadata. */
export const itemDates: Migration = {
  name: '0191-item-dates',
  async up(db) {
    await sql.raw('alter table items add column document_date text').execute(db);
    await sql.raw('alter table items add column date_from text').execute(db);
    await sql.raw('create index items_date on items (document_date)').execute(db);
    let after = 0;
    for (;;) {
      const { rows } = await sql<{ row: number; metadata: string }>`
        select row, metadata from items where row > ${after} order by row limit ${AT_ONCE}`.execute(db);
      for (const { row, metadata } of rows) {
        const date = documentDate(JSON.parse(metadata) as Record<string, JsonValue>);
        if (date)
          await sql`update items set document_date = ${date.value}, date_from = ${date.from}
            where row = ${row}`.execute(db);
      }
      if (rows.length < AT_ONCE) return;
      after = Number(rows.at(-1)?.row ?? 0);
    }
  },
};
