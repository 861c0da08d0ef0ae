import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** ANS-1: evidence tables. Each cell is a row, so tables of any size are written and read in pieces. */
export const evidenceTables: Migration = {
  name: '0180-evidence-tables',
  async up(db, dialect) {
    const real = dialect === 'sqlite' ? 'real' : 'double precision';
    const statements = [
      `create table evidence_tables (
        id text primary key,
        owner_id text not null,
        name text not null,
        model_id text,
        job_id text,
        visibility text not null,
        shared_users text not null,
        shared_groups text not null,
        created_at text not null,
        updated_at text not null
      )`,
      'create index evidence_tables_owner on evidence_tables (owner_id)',
      `create table evidence_columns (
        id text primary key,
        table_id text not null,
        position integer not null,
        name text not null,
        question text not null,
        kind text not null,
        unit text,
        choices text not null,
        created_at text not null
      )`,
      'create index evidence_columns_table on evidence_columns (table_id, position)',
      `create table evidence_rows (
        id text primary key,
        table_id text not null,
        position integer not null,
        item_id text not null
      )`,
      'create unique index evidence_rows_item on evidence_rows (table_id, item_id)',
      'create index evidence_rows_position on evidence_rows (table_id, position)',
      'create index evidence_rows_of_item on evidence_rows (item_id)',
      `create table evidence_cells (
        row_id text not null,
        column_id text not null,
        table_id text not null,
        verdict text,
        value text,
        number ${real},
        written text,
        quote text,
        passage text,
        reason text,
        content_hash text,
        model_id text,
        computed_at text,
        edited_value text,
        edited_by text,
        edited_at text,
        version integer not null,
        sort_number ${real},
        sort_text text,
        primary key (row_id, column_id)
      )`,
      'create index evidence_cells_verdict on evidence_cells (table_id, verdict)',
      'create index evidence_cells_column on evidence_cells (column_id)',
      `create table evidence_edits (
        id text primary key,
        table_id text not null,
        row_id text not null,
        column_id text not null,
        value text,
        user_id text not null,
        created_at text not null
      )`,
      'create index evidence_edits_cell on evidence_edits (row_id, column_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
