import type { ChunkReading, JsonValue } from '@ibid/core/internal';
import type { ItemDate } from './item-date.js';

/**
 * Who is looking. Every query takes one; there is no path to text without it.
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
  /** Sees everything; only jobs of the system itself and administrators' explicit actions use it. */
  isAdministrator: boolean;
}

/** Who may see something: its owner, those it is shared with, or everybody. */
export type Visibility = 'private' | 'shared' | 'public';

/** Who may see a knowledge base or an item. */
export interface AccessRule {
  visibility: Visibility;
  ownerId: string;
  sharedWithUsers: readonly string[];
  sharedWithRoles: readonly string[];
}

/** A named set of items, with what it holds at present. */
export interface KnowledgeBase {
  id: string;
  name: string;
  description: string;
  access: AccessRule;
  /** What it was made for: a project's files are a knowledge base of their own. */
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
  /** KB-11: the day it is of; null where neither it nor its file says so. */
  date: ItemDate | null;
  contentHash: string;
  characters: number;
  chunks: number;
  tokens: number;
  pages: number | null;
  /** Null: the knowledge base's rule holds. */
  access: AccessRule | null;
  createdAt: string;
  updatedAt: string;
}

/** A stretch of an item, as it was indexed. */
export interface Chunk {
  id: string;
  itemId: string;
  knowledgeBaseId: string;
  /** Position in the item, from 0. */
  ordinal: number;
  text: string;
  headingPath: string[];
  page: number | null;
  /** Characters in the item's stored text. `text` is exactly that slice. */
  span: { start: number; end: number };
  tokens: number;
  /** KB-9: it was read from a picture. */
  ocr?: ChunkReading;
}

/** KB-11: an item as it was when a chunk of it was cut. */
export interface ItemRevision {
  /** `current`: the text is as it was; `changed`: it is another one now; `lost`: so it is, and this one was not kept. */
  state: 'current' | 'changed' | 'lost';
  title: string;
  /** Null where it was not kept. */
  text: string | null;
  /** Of the bytes it was read from. */
  contentHash: string | null;
  /** When it was added, and when another one took its place. */
  takenAt: string | null;
  replacedAt: string | null;
}
