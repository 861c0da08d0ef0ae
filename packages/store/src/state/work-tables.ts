import type { JsonValue } from '@ibid/core';
import type { IngestReport, ItemReaders } from '@ibid/retrieval/internal';
import type { Generated } from 'kysely';
import type { JsonText } from '../database/json-text.js';

/** Background work, the processes that do it, and the sources it reads. */
export interface WorkTables {
  /** Running processes. A turn or job of a dead process was interrupted. */
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
    /** Names, sizes and times of the files before that run; a different fingerprint means that something changed. */
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
    /** The settings entered by the user, without secrets. */
    settings: JsonText<Record<string, JsonValue>>;
    sealed_secrets: string | null;
    /** Who may see its items; null: whoever may see the knowledge base. */
    access: JsonText<ItemReaders> | null;
    /** Null: only on demand. */
    every_minutes: number | null;
    is_paused: number;
    /** Cursor at the end of the last list. */
    list_cursor: string | null;
    /** Position in an interrupted list; null between runs. */
    checkpoint: string | null;
    /** Counts runs. Documents that a complete run did not list were deleted at the source. */
    run: number;
    /** Consecutive failed runs. */
    failures: number;
    problem: string | null;
    /** The kind of problem, as named by connectors. */
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
    /** The pipeline that read it; a different one means that it is read again. */
    pipeline: string;
    memo: string | null;
    /** Who may see it, if the source specifies this. */
    access: string | null;
    /** The last run that listed it. */
    run: number;
    /** Set if it could not be read. */
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
