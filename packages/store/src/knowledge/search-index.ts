import type { QueryTerm } from '@ibid/retrieval';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import type { ItemScope } from './item-scope.js';

/** A chunk that one side of search found; higher scores are better. */
export interface Candidate {
  chunkRow: number;
  itemRow: number;
  score: number;
}

/** A chunk as the indexes take it. */
export interface IndexedChunk {
  chunkRow: number;
  /** Analysed tokens of title and heading path, and of the chunk with its context. */
  heading: readonly string[];
  body: readonly string[];
}

/**
 * What differs between databases: how text and vectors are indexed and asked. Everything else is the same SQL. Scores
 * are comparable between chunks of one call.
 */
export interface SearchIndex {
  keyword(request: { terms: readonly QueryTerm[]; scope: ItemScope; limit: number }): Promise<Candidate[]>;
  semantic(request: { vector: Float32Array; scope: ItemScope; limit: number }): Promise<Candidate[]>;
  /** Similarity of chunks to the vector, by row; chunks without a vector are left out. */
  similarities(request: { vector: Float32Array; chunkRows: readonly number[] }): Promise<Map<number, number>>;
  /** Rows of chunks with one of the variants in their text, as a subquery. */
  chunksWith(variants: readonly string[]): RawBuilder<number>;
  /** Rows of items whose name or title has one of the tokens, best first. */
  itemsNamed(request: { tokens: readonly string[]; scope: ItemScope; limit: number }): Promise<number[]>;
  addChunks(transaction: Transaction<Database>, chunks: readonly IndexedChunk[]): Promise<void>;
  removeChunks(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void>;
  putItemName(transaction: Transaction<Database>, itemRow: number, tokens: readonly string[]): Promise<void>;
  removeItemName(transaction: Transaction<Database>, itemRow: number): Promise<void>;
  close(): Promise<void>;
}
