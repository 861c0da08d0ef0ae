/** Bits per word, of which a word sets eight. About one in 1,700 other words passes. */
const BITS_PER_WORD = 16;
const PROBES = 8;

/**
 * A Bloom filter of the words of a block. It rules out most absent words without reading the block. The filter is
 * stored, so its construction must never change.
 */
export function makeWordFilter(words: Iterable<string>, count: number): Uint8Array {
  const filter = new Uint8Array(Math.max(1, Math.ceil((count * BITS_PER_WORD) / 8)));
  const bits = filter.length * 8;
  for (const word of words) {
    const first = hashOf(word);
    const step = stepOf(first);
    for (let probe = 0, at = first % bits; probe < PROBES; probe += 1, at = (at + step) % bits)
      filter[at >> 3]! |= 1 << (at & 7);
  }
  return filter;
}

/** The words that pass at least one filter. */
export function wordsThatPass(words: readonly string[], filters: readonly Uint8Array[]): string[] {
  return words.filter((word) => {
    const first = hashOf(word);
    const step = stepOf(first);
    for (const filter of filters) if (passes(filter, first, step)) return true;
    return false;
  });
}

function passes(filter: Uint8Array, first: number, step: number): boolean {
  const bits = filter.length * 8;
  for (let probe = 0, at = first % bits; probe < PROBES; probe += 1, at = (at + step) % bits)
    if ((filter[at >> 3]! & (1 << (at & 7))) === 0) return false;
  return true;
}

/** FNV-1a over the word's code units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The distance between a word's probes: its hash, mixed again. */
function stepOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((again ^ (again >>> 16)) | 1) >>> 0;
}
