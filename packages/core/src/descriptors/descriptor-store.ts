/** `fd:12`, assigned by the system, or `ref:parser`, named by the model. */
export type DescriptorName = string;

/** Where a descriptor's text came from. */
export type DescriptorOrigin =
  | { kind: 'tool-result'; callId: string; toolName: string }
  | { kind: 'user-input'; messageId: string }
  | { kind: 'file'; fileId: string; fileName: string }
  | { kind: 'turn'; turnId: string }
  | { kind: 'reference'; turnId: string }
  | { kind: 'extraction'; from: DescriptorName };

/** The kind of text a reference holds. It decides how the text is shown and which file name it gets. */
export type ReferenceCategory = 'code' | 'data' | 'text';

/** What is known about a descriptor without reading its text. */
export interface DescriptorMetadata {
  name: DescriptorName;
  /** 1 for the first. Writing a reference again makes the next version; older ones are kept. */
  version: number;
  origin: DescriptorOrigin;
  characters: number;
  lines: number;
  /** UTF-8 bytes, which count towards the quota. */
  bytes: number;
  category: ReferenceCategory;
  createdAt: string;
  /** The message that created it. A branch sees only what its own messages created. */
  messageId: string | null;
}

/**
 * Port to stored text, bound to one conversation and one branch. Content is read in ranges, so implementations need not
 * hold it whole.
 *
 * ```ts
 * import type { DescriptorStore } from '@ibid/core';
 *
 * const firstLine = async (store: DescriptorStore, name: string) => {
 *   const [, end] = (await store.lineOffsets(name, { from: 1, count: 2 })) ?? [];
 *   return store.read(name, { start: 0, end: end ?? Number.MAX_SAFE_INTEGER });
 * };
 * ```
 */
export interface DescriptorStore {
  /** Stores text under the next `fd:` number, or as the next version of `ref:` + `reference`. Throws QuotaExceeded. */
  create(options: {
    content: string;
    origin: DescriptorOrigin;
    reference?: string;
    category?: ReferenceCategory;
    messageId?: string;
  }): Promise<DescriptorMetadata>;
  /** Null if this branch has no such descriptor. */
  describe(name: DescriptorName, version?: number): Promise<DescriptorMetadata | null>;
  /** UTF-16 code unit range, end exclusive. Null if there is no such descriptor. */
  read(
    name: DescriptorName,
    range?: { start: number; end: number },
    version?: number,
  ): Promise<string | null>;
  /** Start offsets (code units) of the requested lines, lines from 1. Allows paging without reading everything. */
  lineOffsets(
    name: DescriptorName,
    lines: { from: number; count: number },
    version?: number,
  ): Promise<number[] | null>;
  /** Start offsets of all pages of at most `pageCharacters` characters. */
  pageStarts(
    name: DescriptorName,
    pageCharacters: number,
    version?: number,
  ): Promise<readonly number[] | null>;
  /**
   * Makes a range of a descriptor a descriptor itself, widened if it would split a surrogate pair. The text is not
   * stored again. Null if there is no such descriptor.
   */
  extract(options: {
    from: DescriptorName;
    version?: number;
    range: { start: number; end: number };
    messageId?: string;
  }): Promise<DescriptorMetadata | null>;
  /** The newest version of each, in order of creation. */
  list(kind: 'fd' | 'ref' | 'all'): Promise<DescriptorMetadata[]>;
  /** Oldest first; empty if this branch has no such descriptor. */
  versions(name: DescriptorName): Promise<DescriptorMetadata[]>;
  /**
   * A key of the stored text: the same in every conversation that shares the text, and never shared by different texts.
   * Callers can cache results under it. Null: no such descriptor. Absent: the store does not support it.
   */
  contentKey?(name: DescriptorName, version?: number): Promise<string | null>;
}
