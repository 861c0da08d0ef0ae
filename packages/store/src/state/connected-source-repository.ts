import type { JsonValue } from '@ibid/core';
import type { ItemReaders } from '@ibid/retrieval/internal';
import type { Kysely, Selectable } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

/** A source that a knowledge base is synced with (KB-10). */
export interface ConnectedSource {
  id: string;
  knowledgeBaseId: string;
  ownerId: string;
  kind: string;
  name: string;
  settings: Record<string, JsonValue>;
  sealedSecrets: string | null;
  access: ItemReaders | null;
  everyMinutes: number | null;
  isPaused: boolean;
  cursor: string | null;
  checkpoint: string | null;
  run: number;
  failures: number;
  problem: string | null;
  problemCode: string | null;
  nextAt: string | null;
  jobId: string | null;
  syncedAt: string | null;
  createdAt: string;
}

type Changes = Partial<Omit<ConnectedSource, 'id' | 'knowledgeBaseId' | 'kind' | 'createdAt'>>;

export class ConnectedSourceRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async add(
    source: Pick<
      ConnectedSource,
      | 'knowledgeBaseId'
      | 'ownerId'
      | 'kind'
      | 'name'
      | 'settings'
      | 'sealedSecrets'
      | 'access'
      | 'everyMinutes'
    >,
  ): Promise<ConnectedSource> {
    const now = new Date().toISOString();
    const row = await this.#db
      .insertInto('connected_sources')
      .values({
        id: newId(),
        knowledge_base_id: source.knowledgeBaseId,
        owner_id: source.ownerId,
        kind: source.kind,
        name: source.name,
        settings: toJson(source.settings),
        sealed_secrets: source.sealedSecrets,
        access: source.access && toJson(source.access),
        every_minutes: source.everyMinutes,
        is_paused: 0,
        list_cursor: null,
        checkpoint: null,
        run: 0,
        failures: 0,
        problem: null,
        problem_code: null,
        next_at: now,
        job_id: null,
        synced_at: null,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toSource(row);
  }

  async get(id: string): Promise<ConnectedSource | null> {
    const row = await this.#db
      .selectFrom('connected_sources')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? toSource(row) : null;
  }

  async list(knowledgeBaseIds: readonly string[]): Promise<ConnectedSource[]> {
    if (knowledgeBaseIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom('connected_sources')
      .selectAll()
      .where('knowledge_base_id', 'in', knowledgeBaseIds)
      .orderBy('id')
      .execute();
    return rows.map(toSource);
  }

  /** Sources that are due to run. */
  async due(now: string): Promise<ConnectedSource[]> {
    const rows = await this.#db
      .selectFrom('connected_sources')
      .selectAll()
      .where('is_paused', '=', 0)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .execute();
    return rows.map(toSource);
  }

  /** Postpones a source. True for the one process that gets to start it. */
  async putOff(source: ConnectedSource, until: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('connected_sources')
      .set({ next_at: until })
      .where('id', '=', source.id)
      .where('next_at', source.nextAt === null ? 'is' : '=', source.nextAt)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Does nothing if it was removed meanwhile. */
  async change(id: string, changes: Changes): Promise<void> {
    const { settings, access, isPaused, ...rest } = changes;
    const set = {
      ...(settings === undefined ? {} : { settings: toJson(settings) }),
      ...(access === undefined ? {} : { access: access && toJson(access) }),
      ...(isPaused === undefined ? {} : { is_paused: isPaused ? 1 : 0 }),
      ...Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [COLUMNS[name as keyof typeof COLUMNS], value]),
      ),
    };
    if (Object.keys(set).length === 0) return;
    await this.#db.updateTable('connected_sources').set(set).where('id', '=', id).execute();
  }

  /** True for the one process that gets to start this job. */
  async claim(source: Pick<ConnectedSource, 'id' | 'jobId'>, jobId: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('connected_sources')
      .set({ job_id: jobId })
      .where('id', '=', source.id)
      .where('job_id', source.jobId === null ? 'is' : '=', source.jobId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Together with its knowledge base. */
  async handOver(knowledgeBaseId: string, ownerId: string): Promise<void> {
    await this.#db
      .updateTable('connected_sources')
      .set({ owner_id: ownerId })
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .execute();
  }

  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('connected_sources')
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

const COLUMNS = {
  ownerId: 'owner_id',
  name: 'name',
  sealedSecrets: 'sealed_secrets',
  everyMinutes: 'every_minutes',
  cursor: 'list_cursor',
  checkpoint: 'checkpoint',
  run: 'run',
  failures: 'failures',
  problem: 'problem',
  problemCode: 'problem_code',
  nextAt: 'next_at',
  jobId: 'job_id',
  syncedAt: 'synced_at',
} as const satisfies Record<keyof Omit<Changes, 'settings' | 'access' | 'isPaused'>, string>;

function toSource(row: Selectable<Database['connected_sources']>): ConnectedSource {
  return {
    id: row.id,
    knowledgeBaseId: row.knowledge_base_id,
    ownerId: row.owner_id,
    kind: row.kind,
    name: row.name,
    settings: fromJson(row.settings),
    sealedSecrets: row.sealed_secrets,
    access: row.access === null ? null : fromJson(row.access),
    everyMinutes: row.every_minutes,
    isPaused: row.is_paused === 1,
    cursor: row.list_cursor,
    checkpoint: row.checkpoint,
    run: row.run,
    failures: row.failures,
    problem: row.problem,
    problemCode: row.problem_code,
    nextAt: row.next_at,
    jobId: row.job_id,
    syncedAt: row.synced_at,
    createdAt: row.created_at,
  };
}
