import type { JsonValue } from '@ibid/core';
import type { IngestReport, ItemReaders } from '@ibid/retrieval/internal';
import type { Generated } from 'kysely';
import type { JsonText } from '../database/json-text.js';

/** Work that continues behind requests, who does it, and the sources that it reads. */
export interface WorkTables {
  /** Running processes; a turn or job whose process is gone was interrupted. */
  servers: {
    id: string;
    host: string;
    process_id: number;
    started_at: string;
    heartbeat_at: string;
  };
  jobs: {
    id: string;
    kind: string;
    owner_id: string;
    state: 'queued' | 'running' | 'complete' | 'failed' | 'interrupted' | 'cancelled';
    input: JsonText<Record<string, JsonValue>>;
    progress: JsonText<JsonValue>;
    result: JsonText<IngestReport> | null;
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
    settings: JsonText<Record<string, JsonValue>>;
    sealed_secrets: string | null;
    /** Who may see its items; null: who may see the knowledge base. */
    access: JsonText<ItemReaders> | null;
    /** Null: only on request. */
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
}
