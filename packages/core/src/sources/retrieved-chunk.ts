import type { JsonValue } from '../messages/json-value.js';

/**
 * A piece of an item that a tool found. Tools know items and chunks, but no numbers.
 *
 * ```ts
 * import type { RetrievedChunk } from '@ibid/core';
 *
 * const chunk: RetrievedChunk = {
 *   itemId: 'budget',
 *   chunkId: 'budget-1',
 *   title: 'Budget',
 *   text: 'The budget was approved on 4 May.',
 *   score: 0.8,
 * };
 * ```
 */
export interface RetrievedChunk {
  itemId: string;
  /** Unique within the item. */
  chunkId: string;
  title: string;
  /** Null if the search did not return text; such a chunk is merged with one that has it. */
  text: string | null;
  /** Higher is better; comparable only within one tool call. Null: unknown. */
  score: number | null;
  url?: string;
  /** Short facts for the model, e.g. date or author. */
  metadata?: Record<string, JsonValue>;
  knowledgeBaseId?: string;
  headingPath?: string[];
  page?: number;
  /** Character span of `text` in the item's stored text. */
  span?: { start: number; end: number };
  /** Position of the chunk in its item, from 0. */
  ordinal?: number;
  /** Set if its text was read from a picture. */
  ocr?: ChunkReading;
}

/** KB-9: how reliably a chunk's text was read from a picture. */
export interface ChunkReading {
  /** 0 to 100: average over its words, weighted by length. */
  confidence: number;
  /** Ranges of its text that were not read clearly: start and end of each word, in order. */
  doubtful: number[][];
}

/**
 * `sourceId = "<itemId>-<chunkId>"`. Item ids may contain hyphens, so hyphens in the chunk id are encoded as `%2D`. The
 * last hyphen is then always the separator, and no two pairs share an id.
 */
export function sourceIdOf(chunk: { itemId: string; chunkId: string }): string {
  const { itemId, chunkId } = chunk;
  return `${itemId}-${/[-%]/.test(chunkId) ? chunkId.replaceAll('%', '%25').replaceAll('-', '%2D') : chunkId}`;
}
