import { titleFromName } from '../parse/index.js';
import type { StoredItemState } from './knowledge-writer.js';

/** Items whose file is gone. A new file with the same content takes one over; the rest were deleted. */
export class MovedItems {
  readonly #pipeline: string;
  readonly #byHash = new Map<string, StoredItemState[]>();
  readonly #claimed = new Set<string>();

  /** Only items of the given pipeline can move. Others have to be made again anyway. */
  constructor(gone: readonly StoredItemState[] = [], pipeline = '') {
    this.#pipeline = pipeline;
    for (const state of gone) this.add(state);
  }

  /** Adds another item whose file is gone. */
  add(state: StoredItemState): void {
    if (state.pipeline !== this.#pipeline) return;
    const same = this.#byHash.get(state.contentHash);
    if (same) same.push(state);
    else this.#byHash.set(state.contentHash, [state]);
  }

  get isEmpty(): boolean {
    return this.#byHash.size === 0;
  }

  /** Each item moves only once. */
  claim(contentHash: string): StoredItemState | null {
    const states = this.#byHash.get(contentHash);
    const state = states?.pop() ?? null;
    if (states?.length === 0) this.#byHash.delete(contentHash);
    if (state) this.#claimed.add(state.itemId);
    return state;
  }

  /** The item has not moved. False: too late, another file has taken it over. */
  keep(state: StoredItemState): boolean {
    if (this.#claimed.has(state.itemId)) return false;
    const states = this.#byHash.get(state.contentHash)?.filter(({ itemId }) => itemId !== state.itemId);
    if (states && states.length > 0) this.#byHash.set(state.contentHash, states);
    else this.#byHash.delete(state.contentHash);
    return true;
  }

  /** A title derived from the old file name follows the new one. The document's own title stays. */
  titleAfter(from: StoredItemState, newName: string): string | undefined {
    return from.title !== undefined && from.title === titleFromName(from.name)
      ? titleFromName(newName)
      : undefined;
  }
}
