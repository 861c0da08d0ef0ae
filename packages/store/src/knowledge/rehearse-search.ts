import type { Embedder } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { giveWay } from '../database/give-way.js';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { searchChunks } from './search-chunks.js';
import type { SearchIndex } from './search-index.js';

/** So many searches until another one costs what every later one costs. */
const SEARCHES = 6;
const WORDS = 8;
/** Sees everything, so most viewers share what is derived from it. Nothing that is found leaves this file. */
const VIEWER = { userId: '', roles: [], isAdministrator: true };

/**
 * Searches for the words of a few stored chunks and discards the hits. A person's first search then finds the rules of
 * the languages loaded, the statements prepared and the code compiled. Asks no embedder, which may cost money: each
 * search uses the vector of its chunk.
 */
export async function rehearseSearch(options: {
  db: Kysely<Database>;
  dialect: DialectName;
  index: SearchIndex;
  embedder: Embedder | null;
}): Promise<void> {
  const { db, embedder } = options;
  for (let place = 0; place < SEARCHES; place += 1) {
    const { rows } = await sql<{ text: string; vector: Uint8Array | null }>`
      select c.text, (select v.vector from chunk_vectors as v
        where v.chunk_row = c.row and v.embedder_id = ${embedder?.id ?? null}) as vector
      from chunks as c where c.row >= (select max(row) from chunks) * ${place} / ${SEARCHES}
      order by c.row limit 1`.execute(db);
    const [chunk] = rows;
    if (!chunk) return;
    const vector = chunk.vector && new Float32Array(new Uint8Array(chunk.vector).buffer);
    const query = chunk.text.split(/\s+/u).slice(0, WORDS).join(' ');
    await searchChunks({
      ...options,
      embedder: embedder && vector && { ...embedder, embed: () => Promise.resolve([vector]) },
      preferNewer: false,
      reranker: null,
      request: { viewer: VIEWER, query, mode: 'hybrid', topK: 10 },
    });
    await giveWay();
  }
}
