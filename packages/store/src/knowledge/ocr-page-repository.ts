import type { OcrPages } from '@ibid/retrieval/internal';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** KB-9: OCR results by page, under the hash of their file. */
export class OcrPageRepository implements OcrPages {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(contentHash: string): Promise<Map<number, Uint8Array>> {
    const rows = await this.#db
      .selectFrom('ocr_pages')
      .select(['page', 'words'])
      .where('content_hash', '=', contentHash)
      .execute();
    return new Map(rows.map(({ page, words }) => [page, new Uint8Array(words)]));
  }

  async findPage(contentHash: string, page: number): Promise<Uint8Array | null> {
    const row = await this.#db
      .selectFrom('ocr_pages')
      .select('words')
      .where('content_hash', '=', contentHash)
      .where('page', '=', page)
      .executeTakeFirst();
    return row ? new Uint8Array(row.words) : null;
  }

  async keep(contentHash: string, page: number, packed: Uint8Array): Promise<void> {
    const words = Buffer.from(packed);
    await this.#db
      .insertInto('ocr_pages')
      .values({ content_hash: contentHash, page, words, read_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['content_hash', 'page']).doUpdateSet({ words }))
      .execute();
  }

  /** Drops pages read before this time whose file never became a document. Returns how many. */
  async dropUnused(readBefore: string): Promise<number> {
    const { rows } = await sql`delete from ocr_pages where read_at < ${readBefore}
      and not exists (select 1 from items where items.content_hash = ocr_pages.content_hash)
      and not exists (select 1 from item_revisions where item_revisions.content_hash = ocr_pages.content_hash)
      and not exists (select 1 from files where files.blob_hash = substr(ocr_pages.content_hash, 8))
      returning page`.execute(this.#db);
    return rows.length;
  }
}
