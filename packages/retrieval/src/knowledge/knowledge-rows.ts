import type { ChunkReading, JsonValue } from '@ibid/core/internal';
import type { ItemDate } from './item-date.js';

/**
 * The person or job that reads. Every query takes one; no text can be read without it.
 *
 * ```ts
 * import type { Viewer } from '@ibid/retrieval';
 *
 * const viewer: Viewer = { userId: 'ada', roles: ['finance'], isAdministrator: false };
 * ```
 */
export interface Viewer {
  userId: string;
  roles: readonly string[];
  /** Sees everything. Only used by system jobs and explicit actions of administrators. */
  isAdministrator: boolean;
}

/** Visible to the owner, to those it is shared with, or to everybody. */
export type Visibility = 'private' | 'shared' | 'public';

/** Who may see a knowledge base or an item. */
export interface AccessRule {
  visibility: Visibility;
  ownerId: string;
  sharedWithUsers: readonly string[];
  sharedWithRoles: readonly string[];
}

/** A named set of items, with its current counts. */
export interface KnowledgeBase {
  id: string;
  name: string;
  description: string;
  access: AccessRule;
  /** What it belongs to. A project's files are a separate knowledge base. */
  kind: 'standard' | 'project' | 'conversation';
  createdAt: string;
  items: number;
  chunks: number;
}

/** A document of a knowledge base, without its text. */
export interface Item {
  id: string;
  knowledgeBaseId: string;
  title: string;
  /** The file name or the name given by the source. */
  name: string;
  externalId: string | null;
  url: string | null;
  mediaType: string;
  language: string | null;
  metadata: Record<string, JsonValue>;
  /** KB-11: the document's date; null if neither it nor its file has one. */
  date: ItemDate | null;
  contentHash: string;
  characters: number;
  chunks: number;
  tokens: number;
  pages: number | null;
  /** Null: the knowledge base's rule applies. */
  access: AccessRule | null;
  createdAt: string;
  updatedAt: string;
}

/** A part of an item, as indexed. */
export interface Chunk {
  id: string;
  itemId: string;
  knowledgeBaseId: string;
  /** Position in the item, from 0. */
  ordinal: number;
  text: string;
  headingPath: string[];
  page: number | null;
  /** Character range in the item's stored text. `text` is exactly that slice. */
  span: { start: number; end: number };
  tokens: number;
  /** KB-9: set if the text was read from an image. */
  ocr?: ChunkReading;
}

/** KB-11: an item as it was when one of its chunks was cut. */
export interface ItemRevision {
  /**
   * `current`: the text has not changed. `changed`: it has, and the old text was kept. `lost`: it has, and the old text
   * was not kept.
   */
  state: 'current' | 'changed' | 'lost';
  title: string;
  /** Null if it was not kept. */
  text: string | null;
  /** Hash of the original bytes. */
  contentHash: string | null;
  /** When this text was added, and when it was replaced. */
  takenAt: string | null;
  replacedAt: string | null;
}
