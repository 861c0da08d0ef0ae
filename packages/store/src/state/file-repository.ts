import type { FileState } from '@ibid/core/internal';
import type { Kysely, Selectable } from 'kysely';
import { mentions } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

/** An uploaded file: its bytes are a blob, its text is extracted and counted in a second phase. */
export interface StoredFile {
  id: string;
  ownerId: string;
  name: string;
  mediaType: string;
  bytes: number;
  blobHash: string;
  state: FileState;
  reason: string | null;
  tokens: number | null;
  characters: number | null;
  width: number | null;
  height: number | null;
  itemId: string | null;
  createdAt: string;
}

/** CTX-4: results of the second phase. */
export type CountedFile = Pick<
  StoredFile,
  'state' | 'reason' | 'tokens' | 'characters' | 'mediaType' | 'width' | 'height'
>;

/** Attached files: their metadata, and their text once counted (CTX-4). */
export class FileRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** First phase: the bytes are stored. */
  async create(
    file: Pick<StoredFile, 'ownerId' | 'name' | 'mediaType' | 'bytes' | 'blobHash'> & {
      itemId?: string | null;
    },
  ): Promise<StoredFile> {
    const row = {
      id: newId(),
      owner_id: file.ownerId,
      name: file.name,
      media_type: file.mediaType,
      bytes: file.bytes,
      blob_hash: file.blobHash,
      state: 'uploaded' as const,
      reason: null,
      tokens: null,
      characters: null,
      width: null,
      height: null,
      item_id: file.itemId ?? null,
      created_at: new Date().toISOString(),
    };
    await this.#db.insertInto('files').values(row).execute();
    return toFile(row);
  }

  /** Second phase: text and tokens are known. */
  async finish(id: string, counted: CountedFile, text: string | null): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('files')
        .set({
          state: counted.state,
          reason: counted.reason,
          tokens: counted.tokens,
          characters: counted.characters,
          media_type: counted.mediaType,
          width: counted.width,
          height: counted.height,
        })
        .where('id', '=', id)
        .returning('blob_hash')
        .executeTakeFirst();
      if (!row || text === null) return;
      await transaction
        .insertInto('file_texts')
        .values({ blob_hash: row.blob_hash, text })
        .onConflict((conflict) => conflict.column('blob_hash').doNothing())
        .execute();
    });
  }

  /**
   * Finds the same content already counted for the same user, which saves extracting it again. Never reuses another
   * user's: an instant result would reveal that somebody here has the file.
   */
  async findCounted({
    blobHash,
    ownerId,
  }: Pick<StoredFile, 'blobHash' | 'ownerId'>): Promise<StoredFile | null> {
    const row = await this.#db
      .selectFrom('files')
      .selectAll()
      .where('blob_hash', '=', blobHash)
      .where('owner_id', '=', ownerId)
      .where('state', '!=', 'uploaded')
      .executeTakeFirst();
    return row ? toFile(row) : null;
  }

  async get(id: string): Promise<StoredFile | null> {
    const row = await this.#db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? toFile(row) : null;
  }

  async getMany(ids: readonly string[]): Promise<StoredFile[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db.selectFrom('files').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, toFile(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Whether any file has this content. */
  async hasBlob(blobHash: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('files')
      .select('id')
      .where('blob_hash', '=', blobHash)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async text(blobHash: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('file_texts')
      .select('text')
      .where('blob_hash', '=', blobHash)
      .executeTakeFirst();
    return row?.text ?? null;
  }

  /** Files whose second phase never finished, e.g. because the server was killed. */
  async uncounted(): Promise<StoredFile[]> {
    const rows = await this.#db.selectFrom('files').selectAll().where('state', '=', 'uploaded').execute();
    return rows.map(toFile);
  }

  /** The given files that no message or project uses. */
  async unused(ids: readonly string[]): Promise<string[]> {
    const unused: string[] = [];
    for (const id of ids) {
      const inProject = this.#db.selectFrom('project_files').select('file_id').where('file_id', '=', id);
      const inMessage = this.#db
        .selectFrom('messages')
        .select('id')
        .where('role', '=', 'user')
        .where(mentions('content', id));
      if ((await inProject.limit(1).execute()).length > 0) continue;
      if ((await inMessage.limit(1).execute()).length === 0) unused.push(id);
    }
    return unused;
  }

  /** Returns the hash of the blob if no other file uses it, so it can be deleted too. */
  async delete(id: string): Promise<string | null> {
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .deleteFrom('files')
        .where('id', '=', id)
        .returning('blob_hash')
        .executeTakeFirst();
      if (!row) return null;
      await transaction.deleteFrom('project_files').where('file_id', '=', id).execute();
      const other = await transaction
        .selectFrom('files')
        .select('id')
        .where('blob_hash', '=', row.blob_hash)
        .executeTakeFirst();
      if (other) return null;
      await transaction.deleteFrom('file_texts').where('blob_hash', '=', row.blob_hash).execute();
      return row.blob_hash;
    });
  }
}

function toFile(row: Selectable<Database['files']>): StoredFile {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    blobHash: row.blob_hash,
    state: row.state,
    reason: row.reason,
    tokens: row.tokens,
    characters: row.characters,
    width: row.width,
    height: row.height,
    itemId: row.item_id,
    createdAt: row.created_at,
  };
}
