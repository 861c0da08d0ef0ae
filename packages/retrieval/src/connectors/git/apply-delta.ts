/**
 * Applies a pack's delta to its base object. After two lengths, each instruction copies a piece of the base or inserts
 * new bytes. Null if the delta does not fit the base.
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array, maxBytes: number): Uint8Array | null {
  let at = 0;
  const byte = () => delta[at++] ?? 0;
  const length = () => {
    let value = 0;
    for (let shift = 0; shift < 49; shift += 7) {
      const next = byte();
      value += (next & 127) * 2 ** shift;
      if (next < 128) return value;
    }
    return Number.NaN;
  };
  if (length() !== base.length) return null;
  const size = length();
  if (!(size <= maxBytes)) return null;
  const result = new Uint8Array(size);
  let end = 0;
  while (at < delta.length) {
    const step = byte();
    if (step === 0) return null;
    let piece: Uint8Array;
    if (step < 128) {
      piece = delta.subarray(at, at + step);
      if (piece.length !== step) return null;
      at += step;
    } else {
      let offset = 0;
      let count = 0;
      for (let n = 0; n < 4; n++) if (step & (1 << n)) offset += byte() * 2 ** (8 * n);
      for (let n = 0; n < 3; n++) if (step & (16 << n)) count += byte() * 2 ** (8 * n);
      if (count === 0) count = 0x10000;
      piece = base.subarray(offset, offset + count);
      if (piece.length !== count) return null;
    }
    if (end + piece.length > size) return null;
    result.set(piece, end);
    end += piece.length;
  }
  return end === size ? result : null;
}
