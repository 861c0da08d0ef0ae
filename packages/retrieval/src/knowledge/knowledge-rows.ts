import type { JsonValue } from '@ibid/core';

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
}
