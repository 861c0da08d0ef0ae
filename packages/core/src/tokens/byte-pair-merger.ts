import type { BytePairTable } from './byte-pair-table.js';
import { MergeQueue } from './merge-queue.js';

const NONE = -1;
/** Up to this many bytes, scanning all pairs for the lowest rank is faster than a queue. */
const SCANNED_BYTES = 96;

/**
 * Merges neighbouring parts of a piece, always the pair with the lowest rank, the leftmost among equals, until no pair
 * is a token. Writes the ends of the remaining parts and returns their number.
 */
export class BytePairMerger {
  readonly #table: BytePairTable;
  readonly #queue = new MergeQueue();
  /**
   * Per part, by its first byte: its end, the start of the previous part, and the rank of its pair with the next part.
   */
  #ends = new Int32Array(SCANNED_BYTES + 1);
  #befores = new Int32Array(SCANNED_BYTES + 1);
  #ranks = new Int32Array(SCANNED_BYTES + 1);

  constructor(table: BytePairTable) {
    this.#table = table;
  }

  merge(bytes: Uint8Array, length: number): { parts: number; ends: Int32Array } {
    if (length > SCANNED_BYTES) return this.#mergeQueued(bytes, length);
    return { parts: this.#mergeScanned(bytes, length), ends: this.#ends };
  }

  /**
   * Parts are stored contiguously: part `index` ends at `ends[index]`, and `ranks[index]` is the rank of its pair with
   * the next.
   */
  #mergeScanned(bytes: Uint8Array, length: number): number {
    const ends = this.#ends;
    const ranks = this.#ranks;
    const table = this.#table;
    let parts = length;
    for (let index = 0; index < length; index += 1) {
      ends[index] = index + 1;
      ranks[index] =
        index + 1 < length ? table.rankOfPair(bytes[index] as number, bytes[index + 1] as number) : NONE;
    }
    for (;;) {
      let lowest = NONE;
      let at = 0;
      for (let index = 0; index < parts - 1; index += 1) {
        const rank = ranks[index] as number;
        if (rank !== NONE && (lowest === NONE || rank < lowest)) {
          lowest = rank;
          at = index;
        }
      }
      if (lowest === NONE) return parts;
      ends.copyWithin(at, at + 1, parts);
      ranks.copyWithin(at + 1, at + 2, parts);
      parts -= 1;
      const start = at === 0 ? 0 : (ends[at - 1] as number);
      ranks[at] = at + 1 < parts ? table.rankOf(bytes, start, ends[at + 1] as number) : NONE;
      if (at > 0) {
        const startBefore = at === 1 ? 0 : (ends[at - 2] as number);
        ranks[at - 1] = table.rankOf(bytes, startBefore, ends[at] as number);
      }
    }
  }

  #mergeQueued(bytes: Uint8Array, length: number): { parts: number; ends: Int32Array } {
    if (this.#ends.length < length) {
      this.#ends = new Int32Array(length);
      this.#befores = new Int32Array(length);
      this.#ranks = new Int32Array(length);
    }
    const ends = this.#ends;
    const befores = this.#befores;
    const ranks = this.#ranks;
    const table = this.#table;
    const queue = this.#queue;
    for (let start = 0; start < length; start += 1) {
      ends[start] = start + 1;
      befores[start] = start - 1;
      ranks[start] =
        start + 1 < length ? table.rankOfPair(bytes[start] as number, bytes[start + 1] as number) : NONE;
    }
    queue.fill(ranks, length);
    let parts = length;
    for (let start = queue.take(ranks); start !== NONE; start = queue.take(ranks)) {
      const next = ends[start] as number;
      const end = ends[next] as number;
      ends[start] = end;
      ranks[next] = NONE;
      parts -= 1;
      if (end < length) befores[end] = start;
      ranks[start] = end < length ? table.rankOf(bytes, start, ends[end] as number) : NONE;
      if (ranks[start] !== NONE) queue.add(ranks[start] as number, start);
      const before = befores[start] as number;
      if (before !== NONE) {
        ranks[before] = table.rankOf(bytes, before, end);
        if (ranks[before] !== NONE) queue.add(ranks[before] as number, before);
      }
    }
    // Converts to the same form as the other method: contiguous ends. A part starts at or after its index, so none is
    // overwritten.
    for (let part = 0, start = 0; part < parts; part += 1) {
      const end = ends[start] as number;
      ends[part] = end;
      start = end;
    }
    return { parts, ends };
  }
}
