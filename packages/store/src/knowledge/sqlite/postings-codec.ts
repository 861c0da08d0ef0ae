/** A word's occurrences in a block: increasing positions, each with a weight of 1 to 255. */
export interface Postings {
  slots: Int32Array;
  weights: Uint8Array;
  /** The largest of the weights. */
  heaviest: number;
}

/** Gaps between positions as varints of 7 bits per byte, each followed by its weight. */
export function encodePostings(positions: readonly number[], weights: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let previous = -1;
  positions.forEach((position, index) => {
    let gap = position - previous - 1;
    previous = position;
    while (gap > 0x7f) {
      bytes.push((gap & 0x7f) | 0x80);
      gap >>>= 7;
    }
    bytes.push(gap, weights[index]!);
  });
  return Uint8Array.from(bytes);
}

/** `first` is the slot of the block's position 0. */
export function decodePostings(bytes: Uint8Array, first: number): Postings {
  const slots = new Int32Array(bytes.length >> 1);
  const weights = new Uint8Array(bytes.length >> 1);
  let count = 0;
  let heaviest = 0;
  let position = first - 1;
  for (let index = 0; index < bytes.length;) {
    let gap = 0;
    let shift = 0;
    let byte = bytes[index++]!;
    while (byte & 0x80) {
      gap |= (byte & 0x7f) << shift;
      shift += 7;
      byte = bytes[index++]!;
    }
    position += (gap | (byte << shift)) + 1;
    slots[count] = position;
    const weight = bytes[index++]!;
    weights[count] = weight;
    if (weight > heaviest) heaviest = weight;
    count += 1;
  }
  return { slots: slots.subarray(0, count), weights: weights.subarray(0, count), heaviest };
}
