import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Descriptors, their content in segments, and each conversation's usage. */
export const descriptors: Migration = {
  name: '0201-descriptors',
  async up(db, dialect) {
    const isSqlite = dialect === 'sqlite';
    const run = (statement: string) => sql.raw(statement).execute(db);
    const sequence = isSqlite ? 'integer primary key autoincrement' : 'bigserial primary key';
    const blob = isSqlite ? 'blob' : 'bytea';
    await run(`create table descriptors (
      sequence ${sequence},
      conversation_id text not null,
      name text not null,
      version integer not null,
      message_id text,
      content_id text not null,
      slice_start integer not null,
      line_feeds_before integer not null,
      characters integer not null,
      lines integer not null,
      bytes integer not null,
      origin text not null,
      category text not null,
      created_at text not null
    )`);
    await run('create index descriptors_name on descriptors (conversation_id, name)');
    await run('create index descriptors_content on descriptors (content_id)');
    await run(`create table descriptor_contents (
      id text primary key,
      characters integer not null,
      bytes integer not null,
      page_characters integer not null,
      page_starts ${blob} not null
    )`);
    await run(`create table descriptor_segments (
      content_id text not null,
      start integer not null,
      characters integer not null,
      line_feeds_before integer not null,
      bytes_before integer not null,
      encoding text not null,
      data ${blob} not null
    )`);
    await run('create unique index descriptor_segments_start on descriptor_segments (content_id, start)');
    await run(
      'create index descriptor_segments_line on descriptor_segments (content_id, line_feeds_before, start)',
    );
    // Compressing segments of 64 KiB costs more than the space is worth.
    if (!isSqlite) await run('alter table descriptor_segments alter column data set storage external');
    await run(`create table descriptor_spaces (
      conversation_id text primary key,
      next_number integer not null,
      used_bytes bigint not null
    )`);
  },
};
