import type { QueryTerm } from '@ibid/retrieval/internal';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import type { ItemScope } from './item-scope.js';

/** A chunk that some side of search found, with what both sides say about it; higher is better. */
export interface SearchCandidate {
  chunkRow: number;
  itemRow: number;
  /** BM25; 0 where no word of the query occurs. */
  keyword: number;
  /** Cosine; null without a vector. */
  semantic: number | null;
  /** Places from 1 where a side found it by itself. */
  keywordRank: number | null;
  semanticRank: number | null;
}

export interface Found {
  candidates: SearchCandidate[];
  /** How similar any text is to this query: what a similarity must be measured against. */
  similarity: { mean: number; deviation: number };
  /** The terms that were searched for, mistyped ones as what may be meant. */
  terms: readonly QueryTerm[];
}

export interface FindRequest {
  /** Empty: no keyword side. */
  terms: readonly QueryTerm[];
  /** Null: no semantic side. Compared with vectors of the same embedder only. */
  vector: { embedderId: string; values: Float32Array } | null;
  scope: ItemScope;
  /** Candidates of each side. */
  limit: number;
  /** The words are weighed to be fused with a search by meaning that knows the query's language. */
  besideMeaning: boolean;
}

/** A chunk as the indexes take it. */
export interface IndexedChunk {
  chunkRow: number;
  itemRow: number;
  /** Analysed tokens of title, heading path and context, and of the chunk itself. */
  heading: readonly string[];
  body: readonly string[];
}

/**
 * What differs between databases: how text and vectors are indexed and asked. Everything else is the same SQL. Words
 * are weighed by `bm25` of `@ibid/retrieval` everywhere, so that all databases rank alike.
 */
export interface SearchIndex {
  find(request: FindRequest): Promise<Found>;
  /** Reads what the first search would have to wait for; absent where there is nothing of the kind. */
  warm?(): Promise<void>;
  /** Rows of chunks that have every term in their text, in one of its variants, as a subquery. */
  chunksWith(terms: readonly QueryTerm[]): RawBuilder<number>;
  /** Rows of items whose name or title has one of the tokens, best first. */
  itemsNamed(request: { tokens: readonly string[]; scope: ItemScope; limit: number }): Promise<number[]>;
  /** A transaction that writes items. Writers take turns, and whoever waits for theirs keeps nothing from readers. */
  write<T>(work: (transaction: Transaction<Database>) => Promise<T>): Promise<T>;
  addChunks(transaction: Transaction<Database>, chunks: readonly IndexedChunk[]): Promise<void>;
  removeChunks(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void>;
  putItemName(transaction: Transaction<Database>, itemRow: number, tokens: readonly string[]): Promise<void>;
  removeItemName(transaction: Transaction<Database>, itemRow: number): Promise<void>;
  /** Vectors for chunks that were indexed without, as part of the transaction that stores them. */
  addVectors(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void>;
  /** After `addVectors` has been used: housekeeping that is not part of it. */
  settleVectors(): Promise<void>;
  /** After each committed write: housekeeping that is not part of it. */
  settle(): Promise<void>;
  /** Whether something still has words of removed chunks in it. */
  hasRemoved(): Promise<boolean>;
  /** Writes again what still has words of removed chunks in it. False: there was nothing. */
  forgetRemoved(): Promise<boolean>;
  close(): Promise<void>;
}
