import { embeddingText } from '@ibid/retrieval/internal';
import type { Embedder } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import type { SearchIndex } from './search-index.js';
import { vectorBytes } from './vector-bytes.js';

const BATCH = 64;

/**
 * Computes missing vectors: for chunks without any, or with those of another embedder only. Can be stopped and resumed
 * at any time; each batch is stored.
 */
export async function embedMissing(options: {
  db: Kysely<Database>;
  index: SearchIndex;
  embedder: Embedder;
  signal?: AbortSignal;
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Asked between batches; false once another embedder has replaced this one. */
  isInUse: () => Promise<boolean>;
}): Promise<{ embedded: number }> {
  const { db, index, embedder } = options;
  const missing = sql<boolean>`not exists (select 1 from chunk_vectors as v
    where v.chunk_row = chunks.row and v.embedder_id = ${embedder.id})`;
  const { rows: counted } = await sql<{ n: number }>`
    select count(*) as n from chunks where ${missing}`.execute(db);
  const total = Number(counted[0]?.n ?? 0);
  let done = 0;
  let after = 0;
  while (!options.signal?.aborted && (await options.isInUse())) {
    const { rows } = await sql<{
      row: number;
      item_row: number;
      text: string;
      heading_path: string;
      context: string | null;
      title: string;
    }>`select chunks.row, chunks.item_row, chunks.text, chunks.heading_path, chunks.context, items.title
      from chunks join items on items.row = chunks.item_row
      where chunks.row > ${after} and ${missing} order by chunks.row limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) break;
    after = last.row;
    const texts = rows.map((row) =>
      embeddingText({ ...row, headingPath: JSON.parse(row.heading_path) as string[] }),
    );
    const vectors = await embedder.embed(texts, 'document');
    await db.transaction().execute(async (transaction) => {
      for (const [position, row] of rows.entries()) {
        await sql`delete from chunk_vectors where chunk_row = ${row.row}`.execute(transaction);
        // The chunk may have been deleted meanwhile.
        await sql`insert into chunk_vectors (chunk_row, item_row, embedder_id, vector)
          select row, item_row, ${embedder.id}, ${vectorBytes(vectors[position]!)}
          from chunks where row = ${row.row}`.execute(transaction);
      }
      await index.addVectors(
        transaction,
        rows.map((row) => row.row),
      );
    });
    done += rows.length;
    options.onProgress?.({ done, total });
  }
  if (done > 0) await index.settleVectors();
  return { embedded: done };
}
