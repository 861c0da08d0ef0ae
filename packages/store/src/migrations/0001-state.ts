import type { ColumnDataType, CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from './migration.js';

type Columns = Record<string, string>;

/** A column is given by its type, with `?` if nullable. */
async function table(db: Kysely<never>, name: string, key: string[], columns: Columns): Promise<void> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, type] of Object.entries(columns)) {
    const nullable = type.endsWith('?');
    const plain = (nullable ? type.slice(0, -1) : type) as ColumnDataType;
    builder = builder.addColumn(column, plain, (made) => (nullable ? made : made.notNull()));
  }
  await builder.addPrimaryKeyConstraint(`${name}_key`, key as never[]).execute();
}

async function index(db: Kysely<never>, name: string, on: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on(on).columns(columns).execute();
}

const sharing: Columns = { visibility: 'text', shared_users: 'text', shared_groups: 'text' };
const times: Columns = { created_at: 'text', updated_at: 'text' };

/** Users, conversations and everything around them. */
export const state: Migration = {
  name: '0001-state',
  async up(db) {
    await people(db);
    await conversations(db);
    await things(db);
  },
};

async function people(db: Kysely<never>): Promise<void> {
  await table(db, 'users', ['id'], {
    id: 'text',
    name: 'text',
    name_key: 'text',
    role: 'text',
    groups: 'text',
    password_hash: 'text?',
    disabled: 'integer',
    created_at: 'text',
  });
  await db.schema.createIndex('users_name').on('users').column('name_key').unique().execute();
  await table(db, 'sessions', ['token_hash'], {
    token_hash: 'text',
    user_id: 'text',
    csrf_token: 'text',
    created_at: 'text',
    expires_at: 'text',
  });
  await index(db, 'sessions_user', 'sessions', ['user_id']);
  await table(db, 'api_keys', ['id'], {
    id: 'text',
    user_id: 'text',
    name: 'text',
    key_hash: 'text',
    prefix: 'text',
    scopes: 'text',
    created_at: 'text',
    expires_at: 'text?',
    last_used_at: 'text?',
  });
  await db.schema.createIndex('api_keys_hash').on('api_keys').column('key_hash').unique().execute();
  await table(db, 'settings', ['scope', 'key'], {
    scope: 'text',
    key: 'text',
    value: 'text',
    updated_at: 'text',
  });
  await table(db, 'usage', ['id'], {
    id: 'text',
    user_id: 'text',
    conversation_id: 'text?',
    turn_id: 'text?',
    purpose: 'text',
    step: 'integer?',
    model_id: 'text',
    input_tokens: 'integer',
    output_tokens: 'integer',
    cached_input_tokens: 'integer',
    reasoning_tokens: 'integer',
    cost_usd: 'double precision?',
    created_at: 'text',
  });
  await index(db, 'usage_user', 'usage', ['user_id', 'created_at']);
  await index(db, 'usage_conversation', 'usage', ['conversation_id']);
  await table(db, 'idempotency_keys', ['user_id', 'key'], {
    user_id: 'text',
    key: 'text',
    request_hash: 'text',
    status: 'integer',
    response: 'text',
    created_at: 'text',
  });
}

async function conversations(db: Kysely<never>): Promise<void> {
  await table(db, 'conversations', ['id'], {
    id: 'text',
    owner_id: 'text',
    title: 'text',
    title_origin: 'text',
    agent_id: 'text?',
    project_id: 'text?',
    leaf_id: 'text?',
    forked_from: 'text?',
    forked_at_message: 'text?',
    ...sharing,
    ...times,
  });
  await index(db, 'conversations_owner', 'conversations', ['owner_id', 'updated_at']);
  await table(db, 'messages', ['id'], {
    id: 'text',
    conversation_id: 'text',
    parent_id: 'text?',
    role: 'text',
    text: 'text',
    content: 'text',
    turn_id: 'text?',
    status: 'text',
    created_at: 'text',
  });
  await index(db, 'messages_parent', 'messages', ['conversation_id', 'parent_id']);
  await table(db, 'turns', ['id'], {
    id: 'text',
    conversation_id: 'text',
    user_id: 'text',
    user_message_id: 'text',
    assistant_message_id: 'text',
    status: 'text',
    model_id: 'text',
    agent_id: 'text?',
    request: 'text',
    error_code: 'text?',
    error_message: 'text?',
    retryable: 'integer',
    context_reports: 'text',
    trajectory: 'text?',
    input_tokens: 'integer',
    output_tokens: 'integer',
    cached_input_tokens: 'integer',
    cost_usd: 'double precision?',
    stop_requested: 'integer',
    server_id: 'text',
    created_at: 'text',
    finished_at: 'text?',
  });
  await index(db, 'turns_conversation', 'turns', ['conversation_id', 'status']);
  await index(db, 'turns_status', 'turns', ['status']);
  // The database itself refuses a second running turn, whichever server starts it.
  await db.schema
    .createIndex('turns_one_running')
    .on('turns')
    .column('conversation_id')
    .unique()
    .where('status' as never, '=', 'running' as never)
    .execute();
  await table(db, 'turn_packets', ['turn_id', 'first_seq'], {
    turn_id: 'text',
    first_seq: 'integer',
    last_seq: 'integer',
    packets: 'text',
  });
  await table(db, 'conversation_sources', ['conversation_id', 'number'], {
    conversation_id: 'text',
    number: 'integer',
    item_id: 'text',
    title: 'text',
    url: 'text?',
    origin: 'text',
    turn_id: 'text?',
  });
}

async function things(db: Kysely<never>): Promise<void> {
  await table(db, 'servers', ['id'], {
    id: 'text',
    host: 'text',
    process_id: 'integer',
    started_at: 'text',
    heartbeat_at: 'text',
  });
  await table(db, 'files', ['id'], {
    id: 'text',
    owner_id: 'text',
    name: 'text',
    media_type: 'text',
    bytes: 'bigint',
    blob_hash: 'text',
    state: 'text',
    reason: 'text?',
    tokens: 'integer?',
    characters: 'integer?',
    width: 'integer?',
    height: 'integer?',
    item_id: 'text?',
    created_at: 'text',
  });
  await index(db, 'files_blob', 'files', ['blob_hash']);
  await table(db, 'file_texts', ['blob_hash'], { blob_hash: 'text', text: 'text' });
  await table(db, 'projects', ['id'], {
    id: 'text',
    owner_id: 'text',
    name: 'text',
    description: 'text',
    instructions: 'text',
    knowledge_base_id: 'text?',
    ...sharing,
    ...times,
  });
  await table(db, 'project_files', ['project_id', 'file_id'], {
    project_id: 'text',
    file_id: 'text',
    item_id: 'text?',
    added_at: 'text',
  });
  await table(db, 'agents', ['id'], {
    id: 'text',
    owner_id: 'text',
    name: 'text',
    description: 'text',
    prompt: 'text',
    replace_system_prompt: 'integer',
    tools: 'text?',
    knowledge_base_ids: 'text?',
    reminder: 'text?',
    model_id: 'text?',
    options: 'text',
    ...sharing,
    ...times,
  });
  await table(db, 'jobs', ['id'], {
    id: 'text',
    kind: 'text',
    owner_id: 'text',
    state: 'text',
    input: 'text',
    progress: 'text',
    result: 'text?',
    error: 'text?',
    server_id: 'text?',
    ...times,
    finished_at: 'text?',
  });
  await index(db, 'jobs_state', 'jobs', ['state']);
}
