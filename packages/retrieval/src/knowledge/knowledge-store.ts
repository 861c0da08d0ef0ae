import type { JsonValue } from '@ibid/core';
import type { MetadataCondition, ValueRange } from './item-conditions.js';
import type { ItemDate } from './item-date.js';
import type { Chunk, Item, ItemRevision, KnowledgeBase, Viewer } from './knowledge-rows.js';

/** Filters are part of the query, never applied after it. All given ones must hold. */
export interface ItemFilter {
  itemIds?: readonly string[];
  /** Case-insensitive substring of name or title. */
  itemName?: string;
  externalIds?: readonly string[];
  /** Exact addresses. */
  urls?: readonly string[];
  /** Equality per key. */
  metadata?: Record<string, JsonValue>;
  /** The items' own dates, e.g. `2024`, `2024-05` or `2024-05-31`; items without one are outside. */
  date?: ValueRange<string>;
  /** Ranges and lists of values; all conditions must hold. */
  where?: readonly MetadataCondition[];
  /** Preselection: an item is inside when its knowledge base or the item itself is named. */
  within?: { knowledgeBaseIds: readonly string[]; itemIds: readonly string[] };
}

/** By words, by meaning, or by both. */
export type SearchMode = 'keyword' | 'semantic' | 'hybrid';

/** What is searched for, where, how, and as whom. */
export interface SearchRequest {
  viewer: Viewer;
  query: string;
  mode: SearchMode;
  topK: number;
  /** All that the viewer may see when absent. */
  knowledgeBaseIds?: readonly string[];
  filter?: ItemFilter;
  /** Chunks before and after each hit, in addition. */
  neighbours?: number;
  rerank?: boolean;
  /** Words are searched as they are typed: none is taken for another one. A word in quotation marks always is. */
  exact?: boolean;
  /** KB-11: of what fits about as well, the newer first. Absent: as the installation is set. */
  preferNewer?: boolean;
}

/** A word of the query that no document has, and the word of a hit that was taken for it. */
export interface WordCorrection {
  typed: string;
  /** As the hit writes it, in lower case. */
  found: string;
}

/** A chunk that was found, and how each way of searching ranked it. */
export interface SearchHit extends Chunk {
  title: string;
  itemName: string;
  url: string | null;
  metadata: Record<string, JsonValue>;
  /** The item's own; null where it is not known. */
  date: ItemDate | null;
  /** Of the ordering that was asked for; higher is better. */
  score: number;
  /** Why it ranks: position from 1 and raw score on each side; absent where that side did not find it. */
  ranks: {
    keyword?: { rank: number; score: number };
    semantic?: { rank: number; score: number };
    rerank?: { score: number };
  };
  /** Words of it that were searched for instead of mistyped ones. */
  corrected?: readonly WordCorrection[];
  /** Set on chunks that are here as neighbours of the hit with this id. */
  neighbourOf?: string;
}

/** What is to be counted, and as whom. */
export interface CountRequest {
  viewer: Viewer;
  knowledgeBaseIds?: readonly string[];
  unit: 'items' | 'chunks';
  filter?: ItemFilter;
  /** Words that must all occur in the content (analysed as a search is). */
  contentQuery?: string;
}

/** Some rows of a list, with their number in all and the way to the next ones. */
export interface ListPage<T> {
  rows: T[];
  total: number;
  /** Pass it on to get the next rows; null at the end. */
  cursor: string | null;
}

/** A mention of one item in a chunk of another. */
export interface ItemLink {
  fromChunkId: string;
  fromItemId: string;
  toItemId: string;
  /** The text that was matched. */
  mention: string;
  /** Chunks that mention this name at all: a name that is everywhere leads nowhere. */
  chunksMentioning: number;
}

/** An item whose title or identifier a text says. */
export interface NamedItem {
  itemId: string;
  title: string;
  /** The text that was matched. */
  mention: string;
  chunksMentioning: number;
}

/**
 * Reading side of the knowledge bases. Implemented once per database in `@ibid/store`; access is part of every
 * query there. Another user's ids behave exactly as ids that don't exist.
 *
 * ```ts
 * import type { KnowledgeStore, Viewer } from '@ibid/retrieval';
 *
 * const count = (store: KnowledgeStore, viewer: Viewer) => store.count({ viewer, unit: 'items' });
 * ```
 */
export interface KnowledgeStore {
  search(request: SearchRequest): Promise<SearchHit[]>;
  /** By title or file name, best match first. */
  searchItemsByName(options: {
    viewer: Viewer;
    name: string;
    knowledgeBaseIds?: readonly string[];
    within?: ItemFilter['within'];
    limit: number;
  }): Promise<Item[]>;
  /** Exact. */
  count(request: CountRequest): Promise<number>;
  listItems(
    options: Omit<CountRequest, 'unit'> & { limit: number; cursor?: string | null },
  ): Promise<ListPage<Item>>;
  listKnowledgeBases(viewer: Viewer): Promise<KnowledgeBase[]>;
  getItem(viewer: Viewer, itemId: string): Promise<Item | null>;
  /** The stored text of an item, or a range of its characters. */
  readItemText(
    viewer: Viewer,
    itemId: string,
    range?: { start: number; end: number },
  ): Promise<string | null>;
  /** KB-12: rows of tables that are too long for the text, in parts: of which table each is. None as for `getItem`. */
  listTableParts(viewer: Viewer, itemId: string): Promise<{ table: number; rows: number }[]>;
  /** One of these parts by its place in the list, as it was put. */
  readTablePart(viewer: Viewer, itemId: string, place: number): Promise<Uint8Array | null>;
  /** KB-11: the text that a chunk was cut from, also where the item has changed since; null as for `getItem`. */
  readRevision(viewer: Viewer, itemId: string, chunkId: string): Promise<ItemRevision | null>;
  /** Ordinals from `from` to `to`, both included. */
  readChunks(viewer: Viewer, itemId: string, range: { from: number; to: number }): Promise<Chunk[]>;
  readPage(viewer: Viewer, itemId: string, page: number): Promise<Chunk[]>;
  /** The first chunk of each of these items, in one query. */
  readTops(viewer: Viewer, itemIds: readonly string[]): Promise<Chunk[]>;
  getChunks(viewer: Viewer, chunkIds: readonly string[]): Promise<Chunk[]>;
  /** Links that leave these chunks, and links that point to these items; both ends visible to the viewer. */
  linksFrom(viewer: Viewer, chunkIds: readonly string[]): Promise<ItemLink[]>;
  linksTo(viewer: Viewer, itemIds: readonly string[]): Promise<ItemLink[]>;
  /** Items that a text, e.g. a question, calls by name. */
  itemsNamedIn(
    viewer: Viewer,
    text: string,
    options?: { knowledgeBaseIds?: readonly string[]; within?: ItemFilter['within'] },
  ): Promise<NamedItem[]>;
  /** A few items of each knowledge base. */
  samples(
    viewer: Viewer,
    options: { knowledgeBaseIds?: readonly string[]; perKnowledgeBase: number },
  ): Promise<Item[]>;
}

/**
 * Turns text into vectors; unit length, so that the dot product is the similarity.
 *
 * ```ts
 * import type { Embedder } from '@ibid/retrieval';
 *
 * const lengths: Embedder = {
 *   id: 'lengths',
 *   dimensions: 1,
 *   maxTokens: 512,
 *   languages: null,
 *   embed: async (texts) => texts.map((text) => Float32Array.of(text.length)),
 * };
 * ```
 */
export interface Embedder {
  id: string;
  dimensions: number;
  /** Longest input in tokens; longer text is cut by the embedder. */
  maxTokens: number;
  /** ISO 639-1 codes it is good at; null: many. */
  languages: readonly string[] | null;
  /** `isUrgent`: somebody waits for these documents, so they go ahead of those that are being taken in. */
  embed(
    texts: readonly string[],
    kind: 'document' | 'query',
    options?: { isUrgent?: boolean },
  ): Promise<Float32Array[]>;
  close?(): Promise<void>;
}
