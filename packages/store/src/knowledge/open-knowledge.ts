import type { Embedder, KnowledgeStore, Reranker } from '@ibid/retrieval';
import type { OpenDatabase } from '../database/open-database.js';
import { KnowledgeBases } from './knowledge-bases.js';
import { DatabaseKnowledgeStore } from './knowledge-reader.js';
import { DatabaseKnowledgeWriter } from './knowledge-writer.js';
import { SqliteSearchIndex } from './sqlite/sqlite-search-index.js';

export interface Knowledge {
  reader: KnowledgeStore;
  writer: DatabaseKnowledgeWriter;
  bases: KnowledgeBases;
  close(): Promise<void>;
}

export interface OpenKnowledgeOptions {
  database: Pick<OpenDatabase, 'db' | 'dialect' | 'folder'>;
  /** A promise may still be loading the model: keyword search works meanwhile. Null: keyword search only. */
  embedder: Embedder | null | Promise<Embedder | null>;
  /** For searches that ask for it. */
  reranker?: Reranker | null;
  /** Chunks that wait before they are packed for ranking; the default is right for all but tests. */
  blockChunks?: number;
}

/** The knowledge bases of a database: reading, writing, and the bases themselves. */
export async function openKnowledge(options: OpenKnowledgeOptions): Promise<Knowledge> {
  const { database } = options;
  const embedder = Promise.resolve(options.embedder).catch(() => null);
  const index = new SqliteSearchIndex({
    db: database.db,
    embedder,
    ...(options.blockChunks === undefined ? {} : { blockChunks: options.blockChunks }),
  });
  const writer = new DatabaseKnowledgeWriter({ db: database.db, index });
  const bases = new KnowledgeBases({
    database,
    removeItems: (transaction, rows) => writer.removeItems(transaction, rows),
  });
  const reader = new DatabaseKnowledgeStore({
    database,
    index,
    bases,
    embedder: () => embedder,
    reranker: options.reranker ?? null,
  });
  return { reader, writer, bases, close: () => index.close() };
}
