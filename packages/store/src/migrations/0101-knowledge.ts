import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Migration } from './migration.js';

type Columns = Record<string, string>;

/** A column is given by its type, with `?` if nullable; `row` and `sequence` count up and are never reused. */
async function table(
  db: Kysely<never>,
  dialect: DialectName,
  options: { name: string; counter?: string; columns: Columns; key?: string },
): Promise<void> {
  const parts: string[] = [];
  if (options.counter) {
    parts.push(
      dialect === 'sqlite'
        ? `${options.counter} integer primary key autoincrement`
        : `${options.counter} bigserial primary key`,
    );
  }
  for (const [column, type] of Object.entries(options.columns)) {
    const nullable = type.endsWith('?');
    const plain = nullable ? type.slice(0, -1) : type;
    const known =
      dialect === 'postgres' ? plain.replace('blob', 'bytea') : plain.replace('bigint', 'integer');
    parts.push(`"${column}" ${known}${nullable ? '' : ' not null'}`);
  }
  if (options.key) parts.push(`primary key (${options.key})`);
  const rowless = dialect === 'sqlite' && options.key ? ' without rowid' : '';
  await sql.raw(`create table ${options.name} (${parts.join(', ')})${rowless}`).execute(db);
}

async function index(db: Kysely<never>, name: string, on: string, unique = false): Promise<void> {
  await sql.raw(`create ${unique ? 'unique ' : ''}index ${name} on ${on}`).execute(db);
}

/** Knowledge bases, items, chunks, access rules, and the tables that search needs. */
export const knowledge: Migration = {
  name: '0101-knowledge',
  async up(db, dialect) {
    await access(db, dialect);
    await items(db, dialect);
    await chunks(db, dialect);
    await table(db, dialect, {
      name: 'knowledge_state',
      columns: { id: 'integer', version: 'bigint' },
      key: 'id',
    });
    await sql.raw('insert into knowledge_state (id, version) values (1, 1)').execute(db);
    if (dialect === 'sqlite') await sqliteParts(db);
  },
};

async function access(db: Kysely<never>, dialect: DialectName): Promise<void> {
  await table(db, dialect, {
    name: 'access_rules',
    counter: 'row',
    columns: { visibility: 'text', owner_id: 'text' },
  });
  await table(db, dialect, {
    name: 'access_grants',
    columns: { access_row: 'bigint references access_rules (row) on delete cascade', grantee: 'text' },
    key: 'access_row, grantee',
  });
  await index(db, 'access_grants_grantee', 'access_grants (grantee, access_row)');
  await table(db, dialect, {
    name: 'knowledge_bases',
    counter: 'row',
    columns: {
      id: 'text',
      name: 'text',
      description: 'text',
      kind: 'text',
      access_row: 'bigint references access_rules (row)',
      created_at: 'text',
    },
  });
  await index(db, 'knowledge_bases_id', 'knowledge_bases (id)', true);
  await index(db, 'knowledge_bases_access', 'knowledge_bases (access_row)');
}

async function items(db: Kysely<never>, dialect: DialectName): Promise<void> {
  await table(db, dialect, {
    name: 'items',
    counter: 'row',
    columns: {
      id: 'text',
      base_row: 'bigint references knowledge_bases (row) on delete cascade',
      access_row: 'bigint references access_rules (row)',
      own_access: 'integer',
      title: 'text',
      name: 'text',
      name_key: 'text',
      external_id: 'text?',
      url: 'text?',
      media_type: 'text',
      language: 'text?',
      metadata: 'text',
      content_hash: 'text',
      pipeline: 'text',
      characters: 'integer',
      chunk_count: 'integer',
      tokens: 'integer',
      pages: 'integer?',
      created_at: 'text',
      updated_at: 'text',
    },
  });
  await index(db, 'items_id', 'items (id)', true);
  await index(db, 'items_external', 'items (base_row, external_id)', true);
  await index(db, 'items_language', 'items (language)');
  await index(db, 'items_access', 'items (access_row, base_row)');
  await table(db, dialect, {
    name: 'item_texts',
    columns: { item_row: 'bigint primary key references items (row) on delete cascade', text: 'text' },
  });
  await table(db, dialect, {
    name: 'item_metadata',
    columns: {
      key: 'text',
      value: 'text',
      item_row: 'bigint references items (row) on delete cascade',
    },
    key: 'key, value, item_row',
  });
  await index(db, 'item_metadata_item', 'item_metadata (item_row)');
}

async function chunks(db: Kysely<never>, dialect: DialectName): Promise<void> {
  await table(db, dialect, {
    name: 'chunks',
    counter: 'row',
    columns: {
      item_row: 'bigint references items (row) on delete cascade',
      ordinal: 'integer',
      text: 'text',
      heading_path: 'text',
      page: 'integer?',
      span_start: 'integer',
      span_end: 'integer',
      tokens: 'integer',
      context: 'text?',
    },
  });
  await index(db, 'chunks_item', 'chunks (item_row, ordinal)', true);
  await table(db, dialect, {
    name: 'chunk_vectors',
    counter: 'sequence',
    columns: {
      chunk_row: 'bigint references chunks (row) on delete cascade',
      item_row: 'bigint',
      embedder_id: 'text',
      vector: 'blob',
    },
  });
  await index(db, 'chunk_vectors_chunk', 'chunk_vectors (chunk_row)', true);
  await table(db, dialect, { name: 'link_names', counter: 'row', columns: { name_key: 'text' } });
  await index(db, 'link_names_key', 'link_names (name_key)', true);
  await table(db, dialect, {
    name: 'item_names',
    columns: {
      name_row: 'bigint references link_names (row) on delete cascade',
      item_row: 'bigint references items (row) on delete cascade',
    },
    key: 'name_row, item_row',
  });
  await index(db, 'item_names_item', 'item_names (item_row)');
  await table(db, dialect, {
    name: 'chunk_mentions',
    columns: {
      name_row: 'bigint references link_names (row) on delete cascade',
      chunk_row: 'bigint references chunks (row) on delete cascade',
      mention: 'text',
    },
    key: 'name_row, chunk_row',
  });
  await index(db, 'chunk_mentions_chunk', 'chunk_mentions (chunk_row)');
}

/**
 * Creates the text index, and triggers, so that no writer can forget to update what caches and side indexes depend on.
 */
async function sqliteParts(db: Kysely<never>): Promise<void> {
  for (const name of ['items', 'access_rules', 'access_grants', 'knowledge_bases']) {
    for (const event of ['insert', 'update', 'delete']) {
      await sql
        .raw(
          `create trigger ${name}_${event}_version after ${event} on ${name} begin
             update knowledge_state set version = version + 1 where id = 1; end`,
        )
        .execute(db);
    }
  }
  // Words of chunks for boolean queries: counts and links. Ranking has its own index below.
  const options = "content='', contentless_delete=1, tokenize='ascii'";
  await sql.raw(`create virtual table chunk_words using fts5 (body, detail=none, ${options})`).execute(db);
  await sql.raw(`create virtual table item_name_index using fts5 (name, ${options})`).execute(db);
  for (const statement of RANKING_TABLES) await sql.raw(statement).execute(db);
}

/**
 * The tables that ranking reads. New chunks wait in `search_pending` with their words; every few thousand become a
 * block, which is written once, in order, and never changed. Each process holds the blocks and the pending chunks in
 * memory and learns from the counters of these tables what is new to it.
 */
const RANKING_TABLES = [
  `create table search_pending (entry integer primary key autoincrement, chunk_row integer not null,
     item_row integer not null, length integer not null, words text not null)`,
  'create index search_pending_chunk on search_pending (chunk_row)',
  `create table search_blocks (block integer primary key autoincrement, entries integer not null,
     last_entry integer not null, directory blob not null)`,
  `create table search_postings (block integer not null, word text not null, postings blob not null,
     primary key (block, word)) without rowid`,
  `create table search_codes (block integer not null, embedder_id text not null, codes blob not null,
     primary key (block, embedder_id))`,
  `create table search_removed (sequence integer primary key autoincrement, chunk_row integer not null,
     last_entry integer not null)`,
];
