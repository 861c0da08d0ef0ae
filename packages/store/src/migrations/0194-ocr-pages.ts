import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Deletes the pages of a file that no item, cited revision or attachment was read from. */
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
 * KB-9: pages read by OCR, by file, with their words and positions; and for each chunk its OCR quality. Triggers delete
 * the words with their document, whichever way it is deleted.
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
