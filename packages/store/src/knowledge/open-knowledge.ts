import type { Embedder, KnowledgeStore, Reranker } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { OpenDatabase } from '../database/open-database.js';
import { forgetSamples } from '../database/forget-samples.js';
import { truncateLog } from '../database/truncate-log.js';
import { embedMissing } from './embed-missing.js';
import { KnowledgeBases } from './knowledge-bases.js';
import { DatabaseKnowledgeStore } from './knowledge-reader.js';
import { DatabaseKnowledgeWriter } from './knowledge-writer.js';
import { findBm25Extension, makeBm25Index } from './postgres/bm25-extension.js';
import { partitionLargeBases } from './postgres/partition-large-bases.js';
import { PostgresSearchIndex } from './postgres/postgres-search-index.js';
import type { SearchIndex } from './search-index.js';
import { SqliteSearchIndex } from './sqlite/sqlite-search-index.js';

/** Knowledge bases of one database: to read, to write, to manage. */
export interface Knowledge {
  reader: KnowledgeStore;
  writer: DatabaseKnowledgeWriter;
  bases: KnowledgeBases;
  /** Whether semantic search works, and how much of the text it covers. */
  status(): Promise<KnowledgeStatus>;
  /** How many items there are in each language, null where it is not known; most first. */
  languages(): Promise<{ language: string | null; items: number }[]>;
  /** Reads into memory what the first search would have to wait for, a little at a time. */
  warm(): Promise<void>;
  /** Computes vectors for chunks that have none of the embedder in use. */
  embedMissing(options?: {
    signal?: AbortSignal;
    onProgress?: (progress: { done: number; total: number }) => void;
  }): Promise<{ embedded: number }>;
  /** Puts the tables in order for what they hold now; from time to time, by one process. Null: nothing was to be done. */
  tidy(): Promise<{ partitionsMade: number; partitionsDropped: number; indexesMade: number } | null>;
  /** Words of deleted text are taken out of what is kept for search, which otherwise happens bit by bit. False: none. */
  forgetRemoved(): Promise<boolean>;
  /** ORG-3: whether `forgetRemoved` has something to do. */
  hasRemoved(): Promise<boolean>;
  /** What the database has for ranking by words beyond its own means, in words for a person; null for nothing. */
  searchExtension(): Promise<string | null>;
  close(): Promise<void>;
}

/** How much is indexed, and how much of it can be found by meaning. */
export interface KnowledgeStatus {
  chunks: number;
  /** Null: keyword search only, and why where it is known. */
  embedderId: string | null;
  embedderProblem: string | null;
  /** Chunks that semantic search can find. */
  embedded: number;
}

/** Where the knowledge bases are, and what embeds and reranks their chunks. */
export interface OpenKnowledgeOptions {
  database: Pick<OpenDatabase, 'db' | 'dialect' | 'folder'>;
  /**
   * A promise may still be loading the model. Null: keyword search only. A function where it can change while the base
   * is open: text with vectors of the one before is found by its words until `embedMissing` has seen to it.
   */
  embedder: Embedder | null | Promise<Embedder | null> | (() => Promise<Embedder | null>);
  /** For searches that ask for it; a function where it can change while the base is open. */
  reranker?: Reranker | null | (() => Promise<Reranker | null>);
  /** KB-11: whether searches that say nothing of it prefer what is newer; asked at each of them. Absent: they do not. */
  preferNewer?: () => Promise<boolean>;
  /** Chunks that wait before they are packed for ranking; the default is right for all but tests. */
  blockChunks?: number;
}

/**
 * The knowledge bases of a database: reading, writing, and the bases themselves.
 *
 * ```ts
 * import { openDatabase, openKnowledge } from '@ibid/store';
 *
 * const database = await openDatabase({ folder: ':memory:' });
 * const knowledge = await openKnowledge({ database, embedder: null });
 * const viewer = { userId: 'ada', roles: [], isAdministrator: false };
 * console.log(await knowledge.reader.search({ viewer, query: 'tides', mode: 'keyword', topK: 5 })); // []
 * await knowledge.close();
 * await database.close();
 * ```
 */
export async function openKnowledge(options: OpenKnowledgeOptions): Promise<Knowledge> {
  const { database } = options;
  let problem: string | null = null;
  const given = options.embedder;
  const current = typeof given === 'function' ? given : () => Promise.resolve(given);
  const embedder = () =>
    current().catch((error: unknown) => {
      problem = error instanceof Error ? error.message : String(error);
      return null;
    });
  void embedder();
  const index: SearchIndex =
    database.dialect === 'postgres'
      ? new PostgresSearchIndex({ db: database.db })
      : new SqliteSearchIndex({
          db: database.db,
          embedder,
          ...(options.blockChunks === undefined ? {} : { blockChunks: options.blockChunks }),
        });
  const writer = new DatabaseKnowledgeWriter({ db: database.db, index });
  const bases = new KnowledgeBases({
    database,
    write: (work) => index.write(work),
    removeItems: (transaction, rows) => writer.removeItems(transaction, rows),
  });
  const { reranker = null } = options;
  const reader = new DatabaseKnowledgeStore({
    database,
    index,
    bases,
    embedder,
    reranker: typeof reranker === 'function' ? reranker : () => Promise.resolve(reranker),
    preferNewer: options.preferNewer ?? (() => Promise.resolve(false)),
  });
  return {
    reader,
    writer,
    bases,
    async status() {
      const embedderId = (await embedder())?.id ?? null;
      const { rows } = await sql<{ chunks: number; embedded: number }>`
        select (select count(*) from chunks) as chunks,
          (select count(*) from chunk_vectors where embedder_id = ${embedderId}) as embedded`.execute(
        database.db,
      );
      const [row] = rows;
      return {
        chunks: Number(row?.chunks ?? 0),
        embedded: Number(row?.embedded ?? 0),
        embedderId,
        embedderProblem: problem,
      };
    },
    async languages() {
      const { rows } = await sql<{ language: string | null; items: number }>`
        select language, count(*) as items from items group by language order by items desc`.execute(
        database.db,
      );
      return rows.map(({ language, items }) => ({ language, items: Number(items) }));
    },
    warm: async () => index.warm?.(),
    async embedMissing(settings = {}) {
      for (let embedded = 0; ;) {
        const ready = await embedder();
        if (!ready) return { embedded };
        const isInUse = async () => (await embedder())?.id === ready.id;
        const done = await embedMissing({ db: database.db, index, embedder: ready, isInUse, ...settings });
        embedded += done.embedded;
        if (settings.signal?.aborted || (await isInUse())) return { embedded };
      }
    },
    async tidy() {
      if (database.dialect !== 'postgres') return null;
      const { made, dropped } = await partitionLargeBases(database.db);
      const indexes = (await makeBm25Index(database.db)) ? 1 : 0;
      if (made + dropped + indexes === 0) return null;
      return { partitionsMade: made, partitionsDropped: dropped, indexesMade: indexes };
    },
    async forgetRemoved() {
      const forgotten = await index.forgetRemoved();
      await truncateLog(database);
      await forgetSamples(database);
      return forgotten;
    },
    hasRemoved: () => index.hasRemoved(),
    async searchExtension() {
      if (database.dialect !== 'postgres') return null;
      const found = await findBm25Extension(database.db);
      return found && `BM25 by ${found.name} ${found.version} (${found.state})`;
    },
    close: () => index.close(),
  };
}
