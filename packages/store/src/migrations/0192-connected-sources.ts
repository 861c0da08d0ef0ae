import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** KB-10: sources that knowledge bases are synced with, the documents of each, and their history. */
export const connectedSources: Migration = {
  name: '0192-connected-sources',
  async up(db) {
    const statements = [
      `create table connected_sources (
        id text primary key,
        knowledge_base_id text not null references knowledge_bases (id) on delete cascade,
        owner_id text not null,
        kind text not null,
        name text not null,
        settings text not null,
        sealed_secrets text,
        access text,
        every_minutes integer,
        is_paused integer not null,
        list_cursor text,
        checkpoint text,
        run integer not null,
        failures integer not null,
        problem text,
        next_at text,
        job_id text,
        synced_at text,
        created_at text not null)`,
      'create index connected_sources_base on connected_sources (knowledge_base_id)',
      'create index connected_sources_next on connected_sources (next_at)',
      `create table connected_items (
        source_id text not null references connected_sources (id) on delete cascade,
        id text not null,
        revision text not null,
        pipeline text not null,
        memo text,
        access text,
        run integer not null,
        primary key (source_id, id))`,
      `create table connected_log (
        id text primary key,
        source_id text not null references connected_sources (id) on delete cascade,
        at text not null,
        level text not null,
        text text not null)`,
      'create index connected_log_source on connected_log (source_id, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
