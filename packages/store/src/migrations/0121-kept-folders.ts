import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** KB-1: folders that a knowledge base is kept in sync with. */
export const keptFolders: Migration = {
  name: '0121-kept-folders',
  async up(db) {
    await sql
      .raw(
        `create table kept_folders (
      id text primary key,
      knowledge_base_id text not null references knowledge_bases (id) on delete cascade,
      path text not null,
      owner_id text not null,
      job_id text,
      fingerprint text,
      checked_at text not null,
      created_at text not null,
      unique (knowledge_base_id, path)
    )`,
      )
      .execute(db);
  },
};
