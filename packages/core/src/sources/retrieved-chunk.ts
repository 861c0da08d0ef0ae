import type { JsonValue } from '../messages/json-value.js';

/**
 * A piece of an item that a tool found. Tools know items and chunks, never numbers.
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
  /** Null when a search was made without text; such a chunk is merged with one that has it. */
  text: string | null;
  /** Higher is better; comparable within one tool call only. Null: unknown. */
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
  /** KB-9: its text was read from a picture. */
  ocr?: ChunkReading;
}

/** KB-9: how well a chunk's text was read from a picture. */
export interface ChunkReading {
  /** 0 to 100: of its words, by their length. */
  confidence: number;
  /** Characters of its text that were not read clearly: the start and the end of each word, in order. */
  doubtful: number[][];
}

/**
 * `sourceId = "<itemId>-<chunkId>"`. Item ids have hyphens of their own, so those of the chunk id are written
 * as `%2D`: the last hyphen is the one between, and no two pairs have the same id.
 */
export function sourceIdOf(chunk: { itemId: string; chunkId: string }): string {
  const { itemId, chunkId } = chunk;
  return `${itemId}-${/[-%]/.test(chunkId) ? chunkId.replaceAll('%', '%25').replaceAll('-', '%2D') : chunkId}`;
}
