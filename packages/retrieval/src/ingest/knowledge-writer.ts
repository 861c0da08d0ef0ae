import type { ChunkReading, JsonValue } from '@ibid/core/internal';
import type { TablePart } from '../parse/table-part.js';
import type { OcrPages } from '../ocr/index.js';
import type { AccessRule, ItemDate } from '../knowledge/index.js';

/** An item as ingest hands it to the database; ids and dates are given there. */
export interface NewItem {
  knowledgeBaseId: string;
  title: string;
  name: string;
  /** Identity in its source: putting an item with a known one replaces what was there, under the same item id. */
  externalId: string | null;
  url: string | null;
  mediaType: string;
  language: string | null;
  metadata: Record<string, JsonValue>;
  /** KB-11: the day it is of. Absent: what its metadata says. */
  date?: ItemDate | null;
  /** `sha256:<hex>` of the bytes as they came. */
  contentHash: string;
  /** Which parser, chunk sizes and embedder made the chunks; another value means the item is made again. */
  pipeline: string;
  characters: number;
  tokens: number;
  pages: number | null;
  /** Null: the knowledge base's rule holds. */
  access: AccessRule | null;
}

/** A chunk that is about to be stored. */
export interface NewChunk {
  /** Position in the item, from 0. */
  ordinal: number;
  /** Exactly `text.slice(span.start, span.end)` of the item's text. */
  text: string;
  headingPath: string[];
  page: number | null;
  span: { start: number; end: number };
  tokens: number;
  /** Words that belong to the chunk without being in it, e.g. the header row of a table: indexed, not shown. */
  context: string | null;
  /** KB-9: it was read from a picture. */
  ocr?: ChunkReading;
}

/** An item with its text, chunks and vectors, stored or swapped in one transaction. */
export interface PutItemRequest {
  item: NewItem;
  text: string;
  chunks: readonly NewChunk[];
  /** KB-12: rows of tables that are too long for the text, in their order. */
  tableParts?: readonly TablePart[];
  /** One per chunk, in their order, or null when there is no embedder. */
  vectors: readonly Float32Array[] | null;
  /** Of the embedder that made the vectors. */
  embedderId: string | null;
}

/** What ingest needs to know about an item that is already there. */
export interface StoredItemState {
  itemId: string;
  externalId: string | null;
  name: string;
  /** Lets a title that was made from the file name follow the name. */
  title?: string;
  contentHash: string;
  pipeline: string;
}

/**
 * Writing side of the knowledge bases, implemented once per database. Every method is one transaction: it has either
 * happened with all its chunks, index entries and links, or not at all, whenever the process dies.
 */
export interface KnowledgeWriter {
  /** Adds the item, or swaps the one with the same external id for it. */
  putItem(request: PutItemRequest): Promise<{ itemId: string; replaced: boolean }>;
  findByExternalId(options: { knowledgeBaseId: string; externalId: string }): Promise<StoredItemState | null>;
  /** Items whose external id starts with the prefix, in any order; all of the knowledge base for an empty prefix. */
  listItemStates(options: { knowledgeBaseId: string; externalIdPrefix: string }): Promise<StoredItemState[]>;
  /** The same content under another name: chunks and vectors stay, index entries of name and title follow. */
  moveItem(options: {
    itemId: string;
    externalId: string;
    name: string;
    url: string | null;
    /** Absent: keeps its title. */
    title?: string;
    /** Set over what is there; keys that are not named stay. */
    metadata?: Record<string, JsonValue>;
  }): Promise<void>;
  /** Nothing happens when there is no such item. */
  removeItem(options: { itemId: string }): Promise<void>;
  /**
   * Whether an error of these methods says that the database is away for now, and not that anything is wrong with what
   * it was given: the same call will work later. Absent: it never is.
   */
  isAway?(error: unknown): boolean;
  /** KB-9: keeps pages that were read from pictures. Absent: what is stopped begins again. */
  readonly ocrPages?: OcrPages;
}
