import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Of a file that neither an item, nor a text that answers cite, nor an attachment was read from. */
const forget = (hash: string): string => `delete from ocr_pages where content_hash = ${hash}
  and not exists (select 1 from items where items.content_hash = ${hash})
  and not exists (select 1 from item_revisions where item_revisions.content_hash = ${hash})
  and not exists (select 1 from files where files.blob_hash = substr(${hash}, 8))`;

const OF_ITEM = forget('old.content_hash');
const OF_FILE = forget("'sha256:' || old.blob_hash");

const WATCHED = [
  ['items', 'delete', OF_ITEM],
  ['items', 'update of content_hash', OF_ITEM],
  ['item_revisions', 'delete', OF_ITEM],
  ['files', 'delete', OF_FILE],
] as const;

/**
 * KB-9: pages that were read from pictures, by the file they are of, with their words and where these stand; and for each
 * chunk how well it was read. Triggers, so that no way of deleting a document leaves its words behind.
 */
export const ocrPages: Migration = {
  name: '0194-ocr-pages',
  async up(db, dialect) {
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
    await sql.raw('alter table chunks add column ocr text').execute(db);
    await sql
      .raw(
        `create table ocr_pages (
          content_hash text not null, page integer not null, words ${bytes} not null, read_at text not null,
          primary key (content_hash, page))`,
      )
      .execute(db);
    for (const [place, [table, event, statement]] of WATCHED.entries()) {
      const name = `ocr_pages_unused_${place}`;
      if (dialect === 'sqlite') {
        await sql
          .raw(`create trigger ${name} after ${event} on ${table} begin ${statement}; end`)
          .execute(db);
        continue;
      }
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $body$begin ${statement}; return null; end$body$`,
        )
        .execute(db);
      await sql
        .raw(`create trigger ${name} after ${event} on ${table} for each row execute function ${name}()`)
        .execute(db);
    }
  },
};
