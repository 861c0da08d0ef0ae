import type { JsonValue } from '@ibid/core';
import type { IngestReport } from '@ibid/retrieval/internal';
import type { Kysely, Selectable } from 'kysely';
import { fromJson, mentions, toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

/** Background work, such as an ingest. */
export interface Job {
  id: string;
  kind: string;
  ownerId: string;
  state: 'queued' | 'running' | 'complete' | 'failed' | 'interrupted' | 'cancelled';
  /** Depends on the kind; the code that runs the job reads it. */
  input: Record<string, JsonValue>;
  progress: JsonValue;
  result: IngestReport | null;
  error: string | null;
  createdAt: string;
  updatedAt: string;
  finishedAt: string | null;
}

/** Background work, e.g. an ingest: its state, progress and outcome. */
export class JobRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create(job: { kind: string; ownerId: string; input: Job['input']; serverId: string }): Promise<Job> {
    return this.createAs(newId(), job);
  }

  /** Creates a job under the caller's id. Returns an existing one unchanged. */
  async createAs(
    id: string,
    job: { kind: string; ownerId: string; input: Job['input']; serverId: string },
  ): Promise<Job> {
    const now = new Date().toISOString();
    const row = {
      id,
      kind: job.kind,
      owner_id: job.ownerId,
      state: 'queued' as const,
      input: toJson(job.input),
      progress: toJson({}),
      result: null,
      error: null,
      server_id: job.serverId,
      attempts: 0,
      created_at: now,
      updated_at: now,
      finished_at: null,
    };
    const { numInsertedOrUpdatedRows: made } = await this.#db
      .insertInto('jobs')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    return made === 0n ? (await this.get(id))! : toJob(row);
  }

  async get(id: string): Promise<Job | null> {
    const row = await this.#db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? toJob(row) : null;
  }

  /** Newest first. */
  async list(options: {
    ownerIds: readonly string[];
    states: readonly Job['state'][];
    knowledgeBaseId?: string;
    limit: number;
  }): Promise<Job[]> {
    let query = this.#db
      .selectFrom('jobs')
      .selectAll()
      .where('owner_id', 'in', options.ownerIds)
      .where('state', 'in', options.states);
    if (options.knowledgeBaseId !== undefined)
      query = query.where(mentions('input', options.knowledgeBaseId));
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(options.limit)
      .execute();
    return rows.map(toJob);
  }

  /** Unfinished jobs of any user that fill this knowledge base. */
  async unfinishedOfBase(knowledgeBaseId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('jobs')
      .select('id')
      .where('state', 'in', ['queued', 'running', 'interrupted'])
      .where(mentions('input', knowledgeBaseId))
      .execute();
    return rows.map((row) => row.id);
  }

  /**
   * Marks the job as running. Returns how often it was started since its last progress; null if it was cancelled or is
   * over.
   */
  async begin(id: string): Promise<number | null> {
    const row = await this.#db
      .updateTable('jobs')
      .set((expression) => ({
        state: 'running' as const,
        attempts: expression('attempts', '+', 1),
        updated_at: new Date().toISOString(),
      }))
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .returning('attempts')
      .executeTakeFirst();
    return row?.attempts ?? null;
  }

  /** Cancels a queued, running or interrupted job. Null if it is already over. */
  async cancel(id: string): Promise<Job | null> {
    const now = new Date().toISOString();
    const { numUpdatedRows } = await this.#db
      .updateTable('jobs')
      .set({ state: 'cancelled', error: null, finished_at: now, updated_at: now })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running', 'interrupted'])
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n ? this.get(id) : null;
  }

  /**
   * Queues a job again that failed, was interrupted or cancelled, or has failed files. Null if nothing failed or
   * another process was first.
   */
  async reopen(id: string, serverId: string): Promise<Job | null> {
    const job = await this.get(id);
    if (!job || (job.state === 'complete' && !hasFailedFiles(job))) return null;
    const { numUpdatedRows } = await this.#db
      .updateTable('jobs')
      .set({
        state: 'queued',
        error: null,
        finished_at: null,
        server_id: serverId,
        attempts: 0,
        input: toJson({ ...job.input, askedAgainAt: new Date().toISOString() }),
        updated_at: new Date().toISOString(),
      })
      .where('id', '=', id)
      .where('state', '=', job.state)
      .where('state', 'in', ['failed', 'interrupted', 'cancelled', 'complete'])
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n ? this.get(id) : null;
  }

  /** `hasGotOn` resets the attempts. A cancelled job stays cancelled. */
  async update(
    id: string,
    change: Partial<Pick<Job, 'state' | 'progress' | 'result' | 'error'>> & { hasGotOn?: boolean },
  ): Promise<void> {
    const now = new Date().toISOString();
    const ended = change.state !== undefined && !['queued', 'running'].includes(change.state);
    await this.#db
      .updateTable('jobs')
      .set({
        ...(change.state === undefined ? {} : { state: change.state }),
        ...(change.progress === undefined ? {} : { progress: toJson(change.progress) }),
        ...(change.result === undefined ? {} : { result: change.result && toJson(change.result) }),
        ...(change.error === undefined ? {} : { error: change.error }),
        ...(change.hasGotOn ? { attempts: 0 } : {}),
        ...(ended ? { finished_at: now } : {}),
        updated_at: now,
      })
      .where('id', '=', id)
      .$if(change.state !== undefined, (query) => query.where('state', '!=', 'cancelled'))
      .execute();
  }

  /** Marks the jobs of dead processes as interrupted. */
  async interruptOrphans(livingServerIds: readonly string[]): Promise<void> {
    await this.#db
      .updateTable('jobs')
      .set({ state: 'interrupted', error: 'The server stopped before the job was done. Start it again.' })
      .where('state', 'in', ['queued', 'running'])
      .where('server_id', 'not in', livingServerIds.length > 0 ? livingServerIds : [''])
      .execute();
  }
}

function hasFailedFiles({ result }: Job): boolean {
  return (result?.counts.failed ?? 0) > 0;
}

function toJob(row: Selectable<Database['jobs']>): Job {
  return {
    id: row.id,
    kind: row.kind,
    ownerId: row.owner_id,
    state: row.state,
    input: fromJson(row.input),
    progress: fromJson(row.progress),
    result: row.result === null ? null : fromJson(row.result),
    error: row.error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    finishedAt: row.finished_at,
  };
}
