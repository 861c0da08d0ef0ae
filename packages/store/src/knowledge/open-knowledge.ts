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
import { rehearseSearch } from './rehearse-search.js';
import type { SearchIndex } from './search-index.js';
import { SqliteSearchIndex } from './sqlite/sqlite-search-index.js';

/** The knowledge bases of one database: reading, writing and managing. */
export interface Knowledge {
  reader: KnowledgeStore;
  writer: DatabaseKnowledgeWriter;
  bases: KnowledgeBases;
  /** Whether semantic search is available, and how much of the text it covers. */
  status(): Promise<KnowledgeStatus>;
  /** Number of items per language, most first; null for unknown. */
  languages(): Promise<{ language: string | null; items: number }[]>;
  /** Preloads in small steps what the first search would otherwise wait for. */
  warm(): Promise<void>;
  /** Computes missing vectors for the current embedder. */
  embedMissing(options?: {
    signal?: AbortSignal;
    onProgress?: (progress: { done: number; total: number }) => void;
  }): Promise<{ embedded: number }>;
  /** Adapts partitions and indexes to the current data. One process calls it from time to time. Null: nothing to do. */
  tidy(): Promise<{ partitionsMade: number; partitionsDropped: number; indexesMade: number } | null>;
  /**
   * Purges words of deleted text from the search indexes, which otherwise happens gradually. False: there were none.
   */
  forgetRemoved(): Promise<boolean>;
  /** ORG-3: whether `forgetRemoved` has anything to do. */
  hasRemoved(): Promise<boolean>;
  /** A description of the database's extension for keyword ranking; null if there is none. */
  searchExtension(): Promise<string | null>;
  close(): Promise<void>;
}

/** How much is indexed, and how much of it semantic search covers. */
export interface KnowledgeStatus {
  chunks: number;
  /** Null: keyword search only, with the reason if known. */
  embedderId: string | null;
  embedderProblem: string | null;
  /** Chunks that semantic search can find. */
  embedded: number;
}

/** The database of the knowledge bases, with the embedder and reranker of their chunks. */
export interface OpenKnowledgeOptions {
  database: Pick<OpenDatabase, 'db' | 'dialect' | 'folder'>;
  /**
   * A promise may still be loading the model. Null: keyword search only. Pass a function if it can change while open:
   * text with vectors of the previous embedder is found by keyword until `embedMissing` has run.
   */
  embedder: Embedder | null | Promise<Embedder | null> | (() => Promise<Embedder | null>);
  /** For searches that ask for it. Pass a function if it can change while open. */
  reranker?: Reranker | null | (() => Promise<Reranker | null>);
  /** KB-11: whether searches prefer newer documents by default; called for each search. Default: no. */
  preferNewer?: () => Promise<boolean>;
  /** Pending chunks before they are packed into a block. Only tests change the default. */
  blockChunks?: number;
}

/**
 * Opens the knowledge bases of a database for reading, writing and managing.
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
    async warm() {
      if (!index.warm) return;
      await index.warm();
      await rehearseSearch({ ...database, index, embedder: await embedder() });
    },
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
