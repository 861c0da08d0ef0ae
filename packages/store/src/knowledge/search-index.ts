import type { QueryTerm } from '@ibid/retrieval/internal';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import type { ItemScope } from './item-scope.js';

/** A chunk that at least one side found, with the scores of both; higher is better. */
export interface SearchCandidate {
  chunkRow: number;
  itemRow: number;
  /** BM25; 0 if no word of the query occurs. */
  keyword: number;
  /** Cosine; null without a vector. */
  semantic: number | null;
  /** Ranks from 1; null if that side did not find it. */
  keywordRank: number | null;
  semanticRank: number | null;
}

export interface Found {
  candidates: SearchCandidate[];
  /** The typical similarity of any text to this query, as a baseline for similarities. */
  similarity: { mean: number; deviation: number };
  /** The terms searched for, with corrections for mistyped ones. */
  terms: readonly QueryTerm[];
}

export interface FindRequest {
  /** Empty: no keyword search. */
  terms: readonly QueryTerm[];
  /** Null: no semantic search. Compared only with vectors of the same embedder. */
  vector: { embedderId: string; values: Float32Array } | null;
  scope: ItemScope;
  /** Candidates per side. */
  limit: number;
  /** Weigh words for fusion with a semantic search that knows the query's language. */
  besideMeaning: boolean;
}

/** A chunk as passed to the indexes. */
export interface IndexedChunk {
  chunkRow: number;
  itemRow: number;
  /** Analysed tokens of title, heading path and context, and of the chunk itself. */
  heading: readonly string[];
  body: readonly string[];
}

/**
 * What differs between databases: how text and vectors are indexed and queried. Everything else is the same SQL. All
 * databases score words with `bm25` of `@ibid/retrieval` and therefore rank alike.
 */
export interface SearchIndex {
  find(request: FindRequest): Promise<Found>;
  /** Preloads what the first search would otherwise wait for; absent if there is nothing to preload. */
  warm?(): Promise<void>;
  /** A subquery for the rows of chunks whose text contains every term, in one of its variants. */
  chunksWith(terms: readonly QueryTerm[]): RawBuilder<number>;
  /** Rows of items whose name or title contains one of the tokens, best first. */
  itemsNamed(request: { tokens: readonly string[]; scope: ItemScope; limit: number }): Promise<number[]>;
  /** Runs a transaction that writes items. Writers take turns; a waiting writer does not block readers. */
  write<T>(work: (transaction: Transaction<Database>) => Promise<T>): Promise<T>;
  addChunks(transaction: Transaction<Database>, chunks: readonly IndexedChunk[]): Promise<void>;
  removeChunks(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void>;
  putItemName(transaction: Transaction<Database>, itemRow: number, tokens: readonly string[]): Promise<void>;
  removeItemName(transaction: Transaction<Database>, itemRow: number): Promise<void>;
  /** Adds vectors for chunks indexed without them, in the transaction that stores them. */
  addVectors(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void>;
  /** Housekeeping after `addVectors`, outside its transaction. */
  settleVectors(): Promise<void>;
  /** Housekeeping after each committed write, outside its transaction. */
  settle(): Promise<void>;
  /** Whether the index still contains words of removed chunks. */
  hasRemoved(): Promise<boolean>;
  /** Rewrites the parts that still contain words of removed chunks. False: there were none. */
  forgetRemoved(): Promise<boolean>;
  close(): Promise<void>;
}
