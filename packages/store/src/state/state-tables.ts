import type { Generated } from 'kysely';

/**
 * Tables of users, conversations and everything around them. Conventions for both databases: ids and JSON are text,
 * booleans are 0 or 1, times are ISO 8601 text, so that one query code serves both.
 */
export interface StateTables {
  users: {
    id: string;
    name: string;
    /** Lower-case name, unique. */
    name_key: string;
    role: 'administrator' | 'member';
    /** JSON: names of groups that things can be shared with. */
    groups: string;
    /** Null: cannot log in with a password. */
    password_hash: string | null;
    disabled: number;
    created_at: string;
  };
  sessions: {
    token_hash: string;
    user_id: string;
    csrf_token: string;
    created_at: string;
    expires_at: string;
    /** Null: not known, of sessions from before. */
    address: string | null;
    browser: string | null;
    /** To a few minutes. */
    seen_at: string | null;
    /** Null where the person logged in with a password. */
    provider_id: string | null;
    sealed_tokens: string | null;
    checked_at: string | null;
  };
  /** Who a person is at a provider that logs people in. */
  user_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    created_at: string;
  };
  /** Where a person logged in from. */
  login_addresses: {
    user_id: string;
    address_hash: string;
    used_at: string;
  };
  api_keys: {
    id: string;
    user_id: string;
    name: string;
    key_hash: string;
    /** First characters, so that a person can tell keys apart. */
    prefix: string;
    /** JSON list. */
    scopes: string;
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
  };
  /** ANS-4: what people without an account read through a link. */
  conversation_links: {
    id: string;
    token_hash: string;
    conversation_id: string;
    /** Who made it, and with whose rights it is read. */
    owner_id: string;
    message_id: string;
    extent: 'conversation' | 'answer';
    shows_passages: number;
    created_at: string;
    expires_at: string;
  };
  /** ANS-2, ANS-3: questions that take more than a turn. */
  inquiries: {
    id: string;
    owner_id: string;
    kind: 'contradictions' | 'report';
    question: string;
    /** JSON: what is asked, of what. */
    input: string;
    /** JSON: what is done of it. */
    work: string;
    job_id: string | null;
    created_at: string;
    updated_at: string;
  };
  /** ANS-5: what a person says of an answer. */
  feedback: {
    id: string;
    user_id: string;
    conversation_id: string;
    turn_id: string;
    message_id: string;
    verdict: 'right' | 'wrong' | null;
    /** JSON list. */
    reasons: string;
    comment: string;
    /** JSON: `right` or `wrong` by citation. */
    marks: string;
    /** JSON: question, answer, passages and verdicts as they were. */
    snapshot: string;
    /** With administrators. */
    shared: number;
    /** How many citations were called supported, or doubtful, by Ibid, and right or wrong by the person. */
    supported_right: number;
    supported_wrong: number;
    doubtful_right: number;
    doubtful_wrong: number;
    created_at: string;
    updated_at: string;
  };
  settings: {
    /** `system` or a user's id. */
    scope: string;
    key: string;
    /** JSON. */
    value: string;
    updated_at: string;
  };
  conversations: {
    id: string;
    owner_id: string;
    title: string;
    /** Who gave the title: one that a person gave is never replaced. */
    title_origin: 'none' | 'made' | 'person';
    agent_id: string | null;
    model_id: string | null;
    project_id: string | null;
    /** JSON list: knowledge bases and items that questions are limited to; empty: none. */
    scope: Generated<string>;
    pinned: Generated<number>;
    /** The branch that is shown; null while there are no messages. */
    leaf_id: string | null;
    forked_from: string | null;
    forked_at_message: string | null;
    visibility: 'private' | 'shared' | 'public';
    shared_users: string;
    shared_groups: string;
    created_at: string;
    updated_at: string;
  };
  messages: {
    id: string;
    conversation_id: string;
    parent_id: string | null;
    role: 'user' | 'assistant';
    /** What the person wrote, or the answer as the model wrote it. */
    text: string;
    /** JSON: attachments of a user message; steps, citations and sources of an assistant message. */
    content: string;
    turn_id: string | null;
    status: 'running' | 'complete' | 'stopped' | 'failed' | 'interrupted';
    created_at: string;
    /** JSON: tokens of the texts it is shown as, by tokenizer; null: not counted yet. */
    token_counts: string | null;
  };
  turns: {
    id: string;
    conversation_id: string;
    user_id: string;
    user_message_id: string;
    assistant_message_id: string;
    status: 'running' | 'complete' | 'stopped' | 'failed' | 'interrupted';
    model_id: string;
    agent_id: string | null;
    /** JSON: what was asked for, so that it can be retried. */
    request: string;
    error_code: string | null;
    error_message: string | null;
    retryable: number;
    /** JSON list of context reports, one per step. */
    context_reports: string;
    /** JSON: what agentic retrieval did; null when it did not run. */
    trajectory: string | null;
    input_tokens: number;
    output_tokens: number;
    cached_input_tokens: number;
    cost_usd: number | null;
    stop_requested: number;
    /** The process that runs it. */
    server_id: string;
    created_at: string;
    finished_at: string | null;
  };
  /** Packets as they were made, several to a row: one row per write. */
  turn_packets: {
    turn_id: string;
    first_seq: number;
    last_seq: number;
    /** One JSON packet per line. */
    packets: string;
  };
  /** Running processes; a turn or job whose process is gone was interrupted. */
  servers: {
    id: string;
    host: string;
    process_id: number;
    started_at: string;
    heartbeat_at: string;
  };
  /** REF-2: numbers are given once per conversation and never change. */
  conversation_sources: {
    conversation_id: string;
    number: number;
    item_id: string;
    title: string;
    url: string | null;
    origin: 'tool' | 'file' | 'project' | 'web';
    turn_id: string | null;
  };
  /** CTX-14. */
  conversation_summaries: {
    conversation_id: string;
    message_id: string;
    covers_turns: number;
    text: string;
    created_at: string;
    /** JSON: items whose text it may hold; null: not known, so any. */
    item_ids: string | null;
  };
  /** Items that a turn read and that have no number. */
  conversation_seen_items: {
    conversation_id: string;
    item_id: string;
    turn_id: string | null;
  };
  files: {
    id: string;
    owner_id: string;
    name: string;
    media_type: string;
    bytes: number;
    /** SHA-256 of the content: the name of its blob. */
    blob_hash: string;
    state: 'uploaded' | 'counted' | 'too_large' | 'unreadable';
    reason: string | null;
    tokens: number | null;
    characters: number | null;
    width: number | null;
    height: number | null;
    /** Set when the file is an item picked from a knowledge base. */
    item_id: string | null;
    created_at: string;
  };
  /** Extracted text, once per content. */
  file_texts: {
    blob_hash: string;
    text: string;
  };
  projects: {
    id: string;
    owner_id: string;
    name: string;
    description: string;
    instructions: string;
    knowledge_base_id: string | null;
    visibility: 'private' | 'shared' | 'public';
    shared_users: string;
    shared_groups: string;
    created_at: string;
    updated_at: string;
  };
  project_files: {
    project_id: string;
    file_id: string;
    item_id: string | null;
    added_at: string;
  };
  agents: {
    id: string;
    owner_id: string;
    name: string;
    description: string;
    prompt: string;
    replace_system_prompt: number;
    /** JSON list of tool names; null: all. */
    tools: string | null;
    /** JSON list; null: all that the person may see. */
    knowledge_base_ids: string | null;
    reminder: string | null;
    model_id: string | null;
    /** JSON. */
    options: string;
    visibility: 'private' | 'shared' | 'public';
    shared_users: string;
    shared_groups: string;
    created_at: string;
    updated_at: string;
  };
  jobs: {
    id: string;
    kind: string;
    owner_id: string;
    state: 'queued' | 'running' | 'complete' | 'failed' | 'interrupted' | 'cancelled';
    input: string;
    progress: string;
    result: string | null;
    error: string | null;
    server_id: string | null;
    attempts: Generated<number>;
    created_at: string;
    updated_at: string;
    finished_at: string | null;
  };
  reading_attempts: {
    content_hash: string;
    begun: number;
    failures: number;
    code: string | null;
    reason: string | null;
    updated_at: string;
  };
  kept_folders: {
    id: string;
    knowledge_base_id: string;
    path: string;
    owner_id: string;
    /** The last run. */
    job_id: string | null;
    /** Names, sizes and times of the files before that run; another one means that something changed. */
    fingerprint: string | null;
    checked_at: string;
    created_at: string;
  };
  /** KB-10 */
  connected_sources: {
    id: string;
    knowledge_base_id: string;
    owner_id: string;
    kind: string;
    name: string;
    /** What was filled in, without the secrets. */
    settings: string;
    sealed_secrets: string | null;
    /** Who may see its items; null: who may see the knowledge base. */
    access: string | null;
    /** Null: only when somebody asks. */
    every_minutes: number | null;
    is_paused: number;
    /** Of the last list's end. */
    list_cursor: string | null;
    /** Of a list that was cut off; null between runs. */
    checkpoint: string | null;
    /** Counts runs: what a complete one did not name was deleted there. */
    run: number;
    /** Runs in a row that came to nothing. */
    failures: number;
    problem: string | null;
    /** What kind of problem, as connectors name them. */
    problem_code: string | null;
    next_at: string | null;
    job_id: string | null;
    synced_at: string | null;
    created_at: string;
  };
  connected_items: {
    source_id: string;
    id: string;
    revision: string;
    /** With what it was read; another one means that it is read again. */
    pipeline: string;
    memo: string | null;
    /** Who may see it, where the source says so itself. */
    access: string | null;
    /** That named it last. */
    run: number;
    /** Set where nothing could be made of it. */
    failed_name: string | null;
    failed_reason: string | null;
  };
  connected_log: {
    id: string;
    source_id: string;
    at: string;
    level: 'info' | 'warning' | 'error';
    text: string;
  };
  /** ORG-1 */
  second_factors: {
    user_id: string;
    sealed_secret: string;
    /** Null: no code of it was given yet. */
    confirmed_at: string | null;
    /** Of the last code that was used: none before it works again. */
    last_step: number;
    created_at: string;
  };
  recovery_codes: { user_id: string; code_hash: string };
  /** ORG-5: what a person has taken of a day or a month, calls that are under way included. */
  spending: {
    user_id: string;
    /** `2026-11-16`, `2026-11`, or `lock`: the row that those who look at quotas queue for. */
    period: string;
    tokens: number;
    cost_usd: number;
  };
  /** ORG-5: what is being taken of a quota and is not to be seen elsewhere yet. */
  quota_holds: {
    id: string;
    user_id: string;
    kind: 'storage' | 'jobs';
    amount: number;
    expires_at: string;
  };
  /** Of originals of items. */
  blob_sizes: { content_hash: string; bytes: number };
  usage: {
    id: string;
    user_id: string;
    conversation_id: string | null;
    turn_id: string | null;
    /** `chat`, `title`, `summary`, `retrieval`, `embedding`. */
    purpose: string;
    step: number | null;
    model_id: string;
    input_tokens: number;
    output_tokens: number;
    cached_input_tokens: number;
    reasoning_tokens: number;
    cost_usd: number | null;
    created_at: string;
  };
  responses: {
    id: string;
    user_id: string;
    previous_id: string | null;
    /** JSON: what was sent and answered in this one. */
    messages: string;
    /** JSON: every source numbered so far. */
    sources: string;
    created_at: string;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    request_hash: string;
    status: number;
    response: string;
    created_at: string;
  };
}
