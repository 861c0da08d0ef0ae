import type { JsonValue } from '@ibid/core';
import type { MetadataCondition, ValueRange } from './item-conditions.js';
import type { ItemDate } from './item-date.js';
import type { Chunk, Item, ItemRevision, KnowledgeBase, Viewer } from './knowledge-rows.js';

/** Filters are part of the query and are never applied afterwards. All given ones must hold. */
export interface ItemFilter {
  itemIds?: readonly string[];
  /** Case-insensitive substring of name or title. */
  itemName?: string;
  externalIds?: readonly string[];
  /** Exact addresses. */
  urls?: readonly string[];
  /** Equality per key. */
  metadata?: Record<string, JsonValue>;
  /** The items' dates, such as `2024`, `2024-05` or `2024-05-31`. Items without a date do not match. */
  date?: ValueRange<string>;
  /** Ranges and lists of values. All conditions must hold. */
  where?: readonly MetadataCondition[];
  /** Preselection: an item matches if it or its knowledge base is listed. */
  within?: { knowledgeBaseIds: readonly string[]; itemIds: readonly string[] };
}

/** By words, by meaning, or by both. */
export type SearchMode = 'keyword' | 'semantic' | 'hybrid';

/** A search: the query, where to search, how, and for whom. */
export interface SearchRequest {
  viewer: Viewer;
  query: string;
  mode: SearchMode;
  topK: number;
  /** Default: all that the viewer may see. */
  knowledgeBaseIds?: readonly string[];
  filter?: ItemFilter;
  /** How many chunks before and after each hit to add. */
  neighbours?: number;
  rerank?: boolean;
  /** Search all words as typed, without corrections. Words in quotation marks are always searched this way. */
  exact?: boolean;
  /** KB-11: among similar scores, newer documents come first. Default: the installation's setting. */
  preferNewer?: boolean;
}

/** A word of the query that no document has, and the hit's word that was matched instead. */
export interface WordCorrection {
  typed: string;
  /** As the hit writes it, in lower case. */
  found: string;
}

/** A chunk that was found, and its rank in each kind of search. */
export interface SearchHit extends Chunk {
  title: string;
  itemName: string;
  url: string | null;
  metadata: Record<string, JsonValue>;
  /** The item's date; null if unknown. */
  date: ItemDate | null;
  /** Score in the requested ordering; higher is better. */
  score: number;
  /** Why it ranks: position from 1 and raw score in each kind of search; absent where that search did not find it. */
  ranks: {
    keyword?: { rank: number; score: number };
    semantic?: { rank: number; score: number };
    rerank?: { score: number };
  };
  /** Words of the hit that matched mistyped words of the query. */
  corrected?: readonly WordCorrection[];
  /** Set on a neighbour: the id of its hit. */
  neighbourOf?: string;
}

/** What to count, and for whom. */
export interface CountRequest {
  viewer: Viewer;
  knowledgeBaseIds?: readonly string[];
  unit: 'items' | 'chunks';
  filter?: ItemFilter;
  /** Words that must all occur in the content, analysed like a search. */
  contentQuery?: string;
}

/** Some rows of a list, with the total and a cursor for the next ones. */
export interface ListPage<T> {
  rows: T[];
  total: number;
  /** Pass it to get the next rows; null at the end. */
  cursor: string | null;
}

/** A mention of one item in a chunk of another. */
export interface ItemLink {
  fromChunkId: string;
  fromItemId: string;
  toItemId: string;
  /** The matched text. */
  mention: string;
  /** How many chunks mention this name. A name that is everywhere is a poor link. */
  chunksMentioning: number;
}

/** An item whose title or identifier occurs in a text. */
export interface NamedItem {
  itemId: string;
  title: string;
  /** The matched text. */
  mention: string;
  chunksMentioning: number;
}

/**
 * Read access to the knowledge bases. `@ibid/store` implements it once per database, with access checks in every query.
 * Ids of other users behave exactly like ids that do not exist.
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
  /**
   * Parts of tables that are too long for the text, with the table each belongs to. Empty where `getItem`
   * returns null.
   */
  listTableParts(viewer: Viewer, itemId: string): Promise<{ table: number; rows: number }[]>;
  /** One of these parts by its index in the list, as stored. */
  readTablePart(viewer: Viewer, itemId: string, place: number): Promise<Uint8Array | null>;
  /**
   * The text that a chunk was cut from, even if the item has changed since. Null where `getItem` returns null.
   */
  readRevision(viewer: Viewer, itemId: string, chunkId: string): Promise<ItemRevision | null>;
  /** Ordinals from `from` to `to`, inclusive. */
  readChunks(viewer: Viewer, itemId: string, range: { from: number; to: number }): Promise<Chunk[]>;
  readPage(viewer: Viewer, itemId: string, page: number): Promise<Chunk[]>;
  /** The first chunk of each of these items, in one query. */
  readTops(viewer: Viewer, itemIds: readonly string[]): Promise<Chunk[]>;
  getChunks(viewer: Viewer, chunkIds: readonly string[]): Promise<Chunk[]>;
  /** Links from these chunks, and links to these items. The viewer must see both ends. */
  linksFrom(viewer: Viewer, chunkIds: readonly string[]): Promise<ItemLink[]>;
  linksTo(viewer: Viewer, itemIds: readonly string[]): Promise<ItemLink[]>;
  /** Items that a text, such as a question, names. */
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
 * Turns text into unit vectors, so the dot product is the similarity.
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
  /** Longest input in tokens. The embedder cuts longer text. */
  maxTokens: number;
  /** ISO 639-1 codes of the languages it handles well. Null: many. */
  languages: readonly string[] | null;
  /** `isUrgent`: someone is waiting, so these documents go before those being ingested. */
  embed(
    texts: readonly string[],
    kind: 'document' | 'query',
    options?: { isUrgent?: boolean },
  ): Promise<Float32Array[]>;
  close?(): Promise<void>;
}
