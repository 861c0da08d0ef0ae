/** File format of an encoding: the number of ranks, one length byte for each, then all their bytes. */
const HEADER_BYTES = 4;
const EMPTY = -1;
/** Only every fourth rank has a stored start; the lengths lead on from there. This saves most of a megabyte. */
const RANKS_A_START = 4;
/** Enough empty slots that a miss is detected after a few probes. */
const LEAST_SLOTS_A_RANK = 1.25;

/**
 * The tokens of an encoding, by their bytes. Typed arrays and one hash table with open addressing take a few megabytes,
 * where a map of strings takes about eighty, and the garbage collector has nothing to walk.
 */
export class BytePairTable {
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;
  /** Where the bytes of every fourth token start. */
  readonly #starts: Uint32Array;
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** How many bits of the hash follow the rank in a slot. They rule out most other tokens. */
  readonly #hashBits: number;
  /** Ranks of two-byte tokens, which every merge starts with, by `first * 256 + second`. */
  readonly #pairs: Int32Array;
  readonly longestToken: number;

  constructor(options: { packed: Uint8Array; ranks?: number }) {
    const { packed } = options;
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    const packedRanks = view.getUint32(0, true);
    const ranks = Math.min(options.ranks ?? packedRanks, packedRanks);
    this.#bytes = packed.subarray(HEADER_BYTES + packedRanks);
    this.#lengths = packed.subarray(HEADER_BYTES, HEADER_BYTES + packedRanks);
    this.#starts = new Uint32Array(Math.ceil(ranks / RANKS_A_START));
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(ranks * LEAST_SLOTS_A_RANK))).fill(EMPTY);
    this.#mask = this.#slots.length - 1;
    // One bit less than the ranks leave, so a used slot is never negative, as an empty one is.
    this.#hashBits = 31 - Math.ceil(Math.log2(ranks + 1));
    this.#pairs = new Int32Array(65_536).fill(EMPTY);
    this.longestToken = 0;
    let start = 0;
    for (let rank = 0; rank < ranks; rank += 1) {
      const length = this.#lengths[rank] as number;
      if (rank % RANKS_A_START === 0) this.#starts[rank / RANKS_A_START] = start;
      if (length > 0) this.#insert(rank, start, start + length);
      if (length > this.longestToken) this.longestToken = length;
      start += length;
    }
  }

  #insert(rank: number, start: number, end: number): void {
    const bytes = this.#bytes;
    if (end - start === 2) this.#pairs[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] = rank;
    const hash = hashOf(bytes, start, end);
    let slot = hash & this.#mask;
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & this.#mask;
    this.#slots[slot] = (rank << this.#hashBits) | (hash >>> (32 - this.#hashBits));
  }

  #startOf(rank: number): number {
    const group = Math.trunc(rank / RANKS_A_START);
    let start = this.#starts[group] as number;
    for (let before = group * RANKS_A_START; before < rank; before += 1)
      start += this.#lengths[before] as number;
    return start;
  }

  /** The rank of two bytes as one token, or -1. */
  rankOfPair(first: number, second: number): number {
    return this.#pairs[(first << 8) | second] as number;
  }

  /** The rank of the bytes from `start` to `end` as one token, or -1. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.longestToken) return EMPTY;
    const slots = this.#slots;
    const lengths = this.#lengths;
    const known = this.#bytes;
    const hashBits = this.#hashBits;
    const hash = hashOf(bytes, start, end);
    const rest = hash >>> (32 - hashBits);
    const hashMask = (1 << hashBits) - 1;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const taken = slots[slot] as number;
      if (taken === EMPTY) return EMPTY;
      if ((taken & hashMask) !== rest) continue;
      const rank = taken >>> hashBits;
      if (lengths[rank] !== length) continue;
      const from = this.#startOf(rank);
      let same = 0;
      while (same < length && known[from + same] === bytes[start + same]) same += 1;
      if (same === length) return rank;
    }
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1)
    hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
