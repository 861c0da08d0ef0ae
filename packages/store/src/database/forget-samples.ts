import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { OpenDatabase } from './open-database.js';
import { renewVectorSamples } from './renew-vector-samples.js';
import type { Database } from './schema.js';

/** An arbitrary constant, the same in every server that shares the database. */
const SAMPLES_LOCK = 7_153_204_885;
const LOCK_NOT_AVAILABLE = '55P03';
/** For tables that stay locked. Columns left over wait for the next run. */
const MOST_ROUNDS = 10;
const AGAIN_MILLISECONDS = 500;

/**
 * Columns with text of users and documents, by table. PostgreSQL keeps column values as samples for its planner, and
 * keeps those of deleted rows until the next analyze. None of our plans needs samples of these columns.
 */
const WITHOUT_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  agents:
    'name description prompt tools knowledge_base_ids reminder options shared_users shared_groups'.split(' '),
  all_search_vectors: ['vector'],
  all_search_words: ['words'],
  api_keys: ['name', 'prefix', 'scopes'],
  audit_events: ['actor_name', 'address', 'details'],
  chunk_mentions: ['mention'],
  chunk_vectors: ['vector'],
  chunks: ['text', 'heading_path', 'context', 'ocr'],
  connected_items: ['id', 'revision', 'memo', 'access', 'failed_name', 'failed_reason'],
  connected_log: ['text'],
  connected_sources: 'name settings sealed_secrets access list_cursor checkpoint problem'.split(' '),
  conversation_sources: ['title', 'url', 'origin'],
  conversation_summaries: ['text', 'item_ids'],
  conversations: ['title', 'shared_users', 'shared_groups', 'scope'],
  descriptor_contents: ['page_starts'],
  descriptor_segments: ['data'],
  descriptors: ['name', 'origin', 'category'],
  dynamic_tools: ['name', 'title'],
  evidence_cells: 'value written quote passage reason edited_value sort_text edited_check'.split(' '),
  evidence_columns: ['name', 'question', 'unit', 'choices'],
  evidence_edits: ['value'],
  evidence_tables: ['name', 'shared_users', 'shared_groups'],
  feedback: ['reasons', 'comment', 'marks', 'snapshot'],
  file_texts: ['text'],
  files: ['name', 'reason'],
  idempotency_keys: ['key', 'response'],
  inquiries: ['question', 'input', 'work'],
  item_revisions: ['title', 'text'],
  item_table_parts: ['packed'],
  item_texts: ['text'],
  items: ['title', 'name', 'name_key', 'external_id', 'url', 'metadata'],
  jobs: ['input', 'progress', 'result', 'error'],
  kept_folders: ['path', 'fingerprint'],
  knowledge_bases: ['name', 'description'],
  link_names: ['name_key'],
  messages: ['text', 'content', 'token_counts'],
  ocr_pages: ['words'],
  projects: ['name', 'description', 'instructions', 'shared_users', 'shared_groups'],
  reading_attempts: ['reason'],
  responses: ['messages', 'sources'],
  search_item_names: ['words'],
  search_rule_term_changes: ['word'],
  search_rule_terms: ['word'],
  search_term_changes: ['word'],
  search_terms: ['word'],
  second_factors: ['sealed_secret'],
  servers: ['host'],
  sessions: ['csrf_token', 'sealed_tokens', 'address', 'browser'],
  settings: ['key', 'value'],
  turn_packets: ['packets'],
  turns: ['request', 'error_message', 'context_reports', 'trajectory'],
  user_identities: ['issuer', 'subject'],
  users: ['name', 'name_key', 'groups', 'password_hash'],
};

interface SampledColumn {
  relation: string;
  name: string;
  type: string;
  place: number;
  is_index: boolean;
  /** The table has an expression index: changing the column's type would rebuild it, which can take long. */
  is_indexed_otherwise: boolean;
  has_parent: boolean;
  storage: string;
}

/**
 * ORG-3, PostgreSQL: removes text samples from the planner statistics and stops new ones. Metadata filters need theirs,
 * which are rebuilt from the current rows, as are existing samples of vectors. Other tables in the same database are
 * left alone.
 */
export async function forgetSamples({ db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>): Promise<void> {
  if (dialect !== 'postgres') return;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const columns = await sampledColumns(db);
    if (columns.length === 0) break;
    if (round > 1) await pause(AGAIN_MILLISECONDS, undefined, { ref: false });
    // One column per transaction: nobody waits for more than one of them.
    for (const column of columns) await alone(db, (own) => forgetColumn(own, column));
  }
  await alone(db, renewMetadata);
  await alone(db, renewVectorSamples);
}

/**
 * Runs `work` under an advisory lock. Skips it if another server holds the lock or a table lock takes longer than 500
 * ms; there is a next time.
 */
async function alone(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<unknown>,
): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${SAMPLES_LOCK}) as mine`.execute(transaction);
      if (!rows[0]?.mine) return;
      await sql`set local lock_timeout = '500ms'`.execute(transaction);
      await work(transaction);
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
  }
}

async function forgetColumn(transaction: Transaction<Database>, column: SampledColumn): Promise<void> {
  const { relation, name, type, place, storage } = column;
  const run = (statement: string) => sql.raw(statement).execute(transaction);
  if (column.is_index)
    return void (await run(`alter index ${relation} alter column ${place} set statistics 0`));
  await run(`alter table ${relation} alter column ${name} set statistics 0`);
  if (column.is_indexed_otherwise || column.has_parent) return;
  // Setting the same type again makes PostgreSQL drop its statistics of the values without touching rows or indexes. It
  // also resets the storage mode. Partitions follow their parent.
  await run(`alter table ${relation} alter column ${name} type ${type}`);
  await run(`alter table ${relation} alter column ${name} set storage ${storage}`);
}

/** Text columns for which samples are still collected, including those of partitions and indexes. */
async function sampledColumns(db: Kysely<Database>): Promise<SampledColumn[]> {
  const listed = Object.entries(WITHOUT_SAMPLES).flatMap(([table, names]) =>
    names.map((name) => ({ table, name })),
  );
  const { rows } = await sql<SampledColumn>`
    with listed as (
      select c.oid as relation, listed.name from unnest(${listed.map(({ table }) => table)}::text[],
        ${listed.map(({ name }) => name)}::text[]) as listed ("table", name)
      join pg_class as c on c.relname = listed."table" and c.relnamespace = current_schema()::regnamespace
      union all
      select part.inhrelid, listed.name from unnest(${listed.map(({ table }) => table)}::text[],
        ${listed.map(({ name }) => name)}::text[]) as listed ("table", name)
      join pg_class as c on c.relname = listed."table" and c.relnamespace = current_schema()::regnamespace
      join pg_inherits as part on part.inhparent = c.oid
    ), columns as (
      select a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attstattarget,
        exists (select 1 from pg_inherits where inhrelid = a.attrelid) as has_parent,
        -- Of a whole, as its parts are stored.
        coalesce((select p.attstorage from pg_inherits join pg_attribute as p on p.attrelid = inhrelid
          where inhparent = a.attrelid and p.attname = a.attname limit 1), a.attstorage) as attstorage,
        exists (select 1 from pg_index as i
          left join pg_inherits as part on part.inhparent = a.attrelid
          where i.indrelid in (a.attrelid, part.inhrelid) and i.indexprs is not null) as is_indexed_otherwise
      from listed join pg_attribute as a on a.attrelid = listed.relation and a.attname = listed.name
    )
    select attrelid::regclass::text as relation, quote_ident(attname) as name, format_type(atttypid, atttypmod) as type,
      attnum::int as place, false as is_index, is_indexed_otherwise, has_parent,
      case attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end as storage
    from columns where coalesce(attstattarget, -1) <> 0
    union
    select index.attrelid::regclass::text, quote_ident(index.attname), '', index.attnum::int, true, true, false, ''
    from columns join pg_index as i on i.indrelid = columns.attrelid and i.indexprs is not null
    join pg_attribute as index on index.attrelid = i.indexrelid
    where i.indkey[index.attnum - 1] = 0 and coalesce(index.attstattarget, -1) <> 0`.execute(db);
  return rows;
}

async function renewMetadata(transaction: Transaction<Database>): Promise<void> {
  const { rows } = await sql`select 1 from item_metadata limit 1`.execute(transaction);
  if (rows.length > 0) return void (await sql`analyze item_metadata`.execute(transaction));
  // PostgreSQL keeps the old samples of a table that is now empty.
  const { rows: samples } = await sql`
    select 1 from pg_stats where schemaname = current_schema() and tablename = 'item_metadata'`.execute(
    transaction,
  );
  if (samples.length > 0)
    await sql`alter table item_metadata alter column key type text, alter column value type text`.execute(
      transaction,
    );
}
