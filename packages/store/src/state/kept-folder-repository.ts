import type { Kysely, Selectable } from 'kysely';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

/** A folder on the server that a knowledge base is synced with (KB-1). */
export interface KeptFolder {
  id: string;
  knowledgeBaseId: string;
  path: string;
  ownerId: string;
  jobId: string | null;
  fingerprint: string | null;
  checkedAt: string;
  createdAt: string;
}

/** Folders on this machine that knowledge bases are synced with. */
export class KeptFolderRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Idempotent: returns the existing row if the folder is already kept. */
  async keep(folder: { knowledgeBaseId: string; path: string; ownerId: string }): Promise<KeptFolder> {
    const now = new Date().toISOString();
    await this.#db
      .insertInto('kept_folders')
      .values({
        id: newId(),
        knowledge_base_id: folder.knowledgeBaseId,
        path: folder.path,
        owner_id: folder.ownerId,
        job_id: null,
        fingerprint: null,
        checked_at: now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['knowledge_base_id', 'path']).doNothing())
      .execute();
    const row = await this.#db
      .selectFrom('kept_folders')
      .selectAll()
      .where('knowledge_base_id', '=', folder.knowledgeBaseId)
      .where('path', '=', folder.path)
      .executeTakeFirstOrThrow();
    return toFolder(row);
  }

  async list(knowledgeBaseId: string): Promise<KeptFolder[]> {
    const rows = await this.#db
      .selectFrom('kept_folders')
      .selectAll()
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toFolder);
  }

  /** Folders that no process has checked since. */
  async uncheckedSince(time: string): Promise<KeptFolder[]> {
    const rows = await this.#db
      .selectFrom('kept_folders')
      .selectAll()
      .where('checked_at', '<', time)
      .orderBy('checked_at')
      .execute();
    return rows.map(toFolder);
  }

  /** True for the one process that gets to check the folder. */
  async claim(folder: KeptFolder): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('kept_folders')
      .set({ checked_at: new Date().toISOString() })
      .where('id', '=', folder.id)
      .where('checked_at', '=', folder.checkedAt)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async setRun(id: string, run: { jobId: string; fingerprint: string | null }): Promise<void> {
    await this.#db
      .updateTable('kept_folders')
      .set({ job_id: run.jobId, fingerprint: run.fingerprint, checked_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
  }

  /** Together with its knowledge base. */
  async handOver(knowledgeBaseId: string, ownerId: string): Promise<void> {
    await this.#db
      .updateTable('kept_folders')
      .set({ owner_id: ownerId })
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .execute();
  }

  async remove(knowledgeBaseId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('kept_folders')
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function toFolder(row: Selectable<Database['kept_folders']>): KeptFolder {
  return {
    id: row.id,
    knowledgeBaseId: row.knowledge_base_id,
    path: row.path,
    ownerId: row.owner_id,
    jobId: row.job_id,
    fingerprint: row.fingerprint,
    checkedAt: row.checked_at,
    createdAt: row.created_at,
  };
}
