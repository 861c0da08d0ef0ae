import type { ChunkReading, JsonValue } from '@ibid/core/internal';
import type { TablePart } from '../parse/table-part.js';
import type { OcrPages } from '../ocr/index.js';
import type { AccessRule, ItemDate } from '../knowledge/index.js';

/** An item as ingest passes it to the database, which adds ids and dates. */
export interface NewItem {
  knowledgeBaseId: string;
  title: string;
  name: string;
  /** Identity in its source. Putting an item with a known one replaces it under the same item id. */
  externalId: string | null;
  url: string | null;
  mediaType: string;
  language: string | null;
  metadata: Record<string, JsonValue>;
  /** KB-11: the document's date. If absent, it comes from the metadata. */
  date?: ItemDate | null;
  /** `sha256:<hex>` of the original bytes. */
  contentHash: string;
  /** Identifies parser, chunk sizes and embedder. If it changes, the item is made again. */
  pipeline: string;
  characters: number;
  tokens: number;
  pages: number | null;
  /** Null: the knowledge base's rule applies. */
  access: AccessRule | null;
}

export interface NewChunk {
  /** Position in the item, from 0. */
  ordinal: number;
  /** Exactly `text.slice(span.start, span.end)` of the item's text. */
  text: string;
  headingPath: string[];
  page: number | null;
  span: { start: number; end: number };
  tokens: number;
  /** Text that belongs to the chunk but is not in it, such as a table's header row. Indexed, not shown. */
  context: string | null;
  /** KB-9: set if the text was read from an image. */
  ocr?: ChunkReading;
}

/** An item with its text, chunks and vectors, stored or replaced in one transaction. */
export interface PutItemRequest {
  item: NewItem;
  text: string;
  chunks: readonly NewChunk[];
  /** KB-12: rows of tables that are too long for the text, in order. */
  tableParts?: readonly TablePart[];
  /** One per chunk, in order; null without an embedder. */
  vectors: readonly Float32Array[] | null;
  /** The embedder that made the vectors. */
  embedderId: string | null;
}

/** What ingest needs to know about an existing item. */
export interface StoredItemState {
  itemId: string;
  externalId: string | null;
  name: string;
  /** Lets a title derived from the file name follow a rename. */
  title?: string;
  contentHash: string;
  pipeline: string;
}

/**
 * Write access to the knowledge bases, implemented once per database. Every method is one transaction: it takes effect
 * with all chunks, index entries and links, or not at all, even if the process dies.
 */
export interface KnowledgeWriter {
  /** Adds the item, or replaces the one with the same external id. */
  putItem(request: PutItemRequest): Promise<{ itemId: string; replaced: boolean }>;
  findByExternalId(options: { knowledgeBaseId: string; externalId: string }): Promise<StoredItemState | null>;
  /** Items whose external id starts with the prefix, in any order. An empty prefix lists the whole knowledge base. */
  listItemStates(options: { knowledgeBaseId: string; externalIdPrefix: string }): Promise<StoredItemState[]>;
  /** Renames an item with the same content. Chunks and vectors stay; index entries of name and title are updated. */
  moveItem(options: {
    itemId: string;
    externalId: string;
    name: string;
    url: string | null;
    /** If absent, the title stays. */
    title?: string;
    /** Merged into the existing metadata. */
    metadata?: Record<string, JsonValue>;
  }): Promise<void>;
  /** Does nothing if there is no such item. */
  removeItem(options: { itemId: string }): Promise<void>;
  /**
   * Whether an error of these methods means that the database is temporarily unavailable, so the same call will work
   * later. If absent, it never is.
   */
  isAway?(error: unknown): boolean;
  /** KB-9: stores pages read by OCR. If absent, an interrupted document starts over. */
  readonly ocrPages?: OcrPages;
}
