/** The chunks of a block in order, as four columns end to end. */
export interface BlockDirectory {
  entries: Uint32Array;
  rows: Uint32Array;
  items: Uint32Array;
  lengths: Uint16Array;
}

export function encodeDirectory(directory: BlockDirectory): Uint8Array {
  const parts = [directory.entries, directory.rows, directory.items, directory.lengths];
  return Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
}

export function decodeDirectory(bytes: Uint8Array, count: number): BlockDirectory {
  // Copy: the database's bytes may be unaligned.
  const { buffer } = new Uint8Array(bytes);
  return {
    entries: new Uint32Array(buffer, 0, count),
    rows: new Uint32Array(buffer, count * 4, count),
    items: new Uint32Array(buffer, count * 8, count),
    lengths: new Uint16Array(buffer, count * 12, count),
  };
}

/** The words of a pending chunk with their weights, as one text. */
export function encodeWords(weights: ReadonlyMap<string, number>): string {
  return [...weights].map(([word, weight]) => `${word} ${weight}`).join('\n');
}

/** Uses no generator or pairs, because it runs for every word of every pending chunk. */
export function eachWord(text: string, tell: (word: string, weight: number) => void): void {
  for (let start = 0; start < text.length;) {
    const space = text.indexOf(' ', start);
    if (space < 0) return;
    let weight = 0;
    let at = space + 1;
    for (let digit = text.charCodeAt(at); digit >= ZERO && digit <= NINE; digit = text.charCodeAt(at)) {
      weight = weight * 10 + digit - ZERO;
      at += 1;
    }
    tell(text.slice(start, space), weight);
    start = at + 1;
  }
}

const ZERO = 48;
const NINE = 57;
