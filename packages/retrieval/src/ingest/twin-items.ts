import type { StoredItemState } from './knowledge-writer.js';

/**
 * Documents added in another way: uploaded ones for a folder, and vice versa. A file is the same document if its
 * content is the same and one path ends with the other.
 */
export class TwinItems {
  readonly #pipeline: string;
  readonly #byHash = new Map<string, StoredItemState[]>();

  constructor(states: readonly StoredItemState[] = [], pipeline = '') {
    this.#pipeline = pipeline;
    for (const state of states) {
      const same = this.#byHash.get(state.contentHash);
      if (same) same.push(state);
      else this.#byHash.set(state.contentHash, [state]);
    }
  }

  get isEmpty(): boolean {
    return this.#byHash.size === 0;
  }

  find(contentHash: string, externalId: string): StoredItemState | null {
    const path = pathOf(externalId);
    return (
      this.#byHash
        .get(contentHash)
        ?.find(
          (state) =>
            state.pipeline === this.#pipeline && isSameEnd(pathOf(state.externalId ?? state.name), path),
        ) ?? null
    );
  }

  /** The item has moved, so it can no longer be matched. */
  take({ contentHash, itemId }: StoredItemState): void {
    const left = this.#byHash.get(contentHash)?.filter((state) => state.itemId !== itemId) ?? [];
    if (left.length > 0) this.#byHash.set(contentHash, left);
    else this.#byHash.delete(contentHash);
  }
}

/** `upload:a/b.md` and `file:///x/a/b.md` as paths. */
function pathOf(externalId: string): string {
  if (!externalId.startsWith('file://')) return `/${externalId.replace(/^upload:/, '')}`;
  const { pathname } = new URL(externalId);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const isSameEnd = (one: string, other: string) => one.endsWith(other) || other.endsWith(one);
