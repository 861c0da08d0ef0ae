/** `fd:12` made by the system, `ref:parser` named by the model. */
export type DescriptorName = string;

/** Where a descriptor's text came from. */
export type DescriptorOrigin =
  | { kind: 'tool-result'; callId: string; toolName: string }
  | { kind: 'user-input'; messageId: string }
  | { kind: 'file'; fileId: string; fileName: string }
  | { kind: 'turn'; turnId: string }
  | { kind: 'reference'; turnId: string }
  | { kind: 'extraction'; from: DescriptorName };

/** What kind of text a reference holds, by which it is shown and named as a file. */
export type ReferenceCategory = 'code' | 'data' | 'text';

/** What is known of a descriptor without reading it. */
export interface DescriptorMetadata {
  name: DescriptorName;
  /** 1 for the first; a reference written again gets the next one, older ones are kept. */
  version: number;
  origin: DescriptorOrigin;
  characters: number;
  lines: number;
  /** UTF-8 bytes, what the quota counts. */
  bytes: number;
  category: ReferenceCategory;
  createdAt: string;
  /** The message that made it; a branch sees only what its own messages made. */
  messageId: string | null;
}

/**
 * Port to stored text, bound to one conversation and one branch. Content is read in ranges, so that no
 * implementation has to hold it whole.
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
  /** Null when this branch has no such descriptor. */
  describe(name: DescriptorName, version?: number): Promise<DescriptorMetadata | null>;
  /** UTF-16 code unit range, end exclusive. Null when there is no such descriptor. */
  read(
    name: DescriptorName,
    range?: { start: number; end: number },
    version?: number,
  ): Promise<string | null>;
  /** Start offset (code units) of each requested line, lines from 1; used for paging without reading all. */
  lineOffsets(
    name: DescriptorName,
    lines: { from: number; count: number },
    version?: number,
  ): Promise<number[] | null>;
  /** Start offset of every page of at most `pageCharacters` characters. */
  pageStarts(
    name: DescriptorName,
    pageCharacters: number,
    version?: number,
  ): Promise<readonly number[] | null>;
  /**
   * A range of a descriptor as a descriptor of its own, widened where it would cut a surrogate pair. Stores no text
   * a second time. Null: no such descriptor.
   */
  extract(options: {
    from: DescriptorName;
    version?: number;
    range: { start: number; end: number };
    messageId?: string;
  }): Promise<DescriptorMetadata | null>;
  /** Newest version of each, in order of creation. */
  list(kind: 'fd' | 'ref' | 'all'): Promise<DescriptorMetadata[]>;
  /** Oldest first; empty when this branch has no such descriptor. */
  versions(name: DescriptorName): Promise<DescriptorMetadata[]>;
  /**
   * Names the stored text itself, the same in every conversation that shares it and never that of another text, so
   * that what was found out about it can be kept. Null: no such descriptor. Absent: the store cannot tell.
   */
  contentKey?(name: DescriptorName, version?: number): Promise<string | null>;
}
