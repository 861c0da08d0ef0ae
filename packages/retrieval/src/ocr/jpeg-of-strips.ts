interface Header {
  /** Tables and the frame, unchanged. */
  segments: Uint8Array;
  /** Offset of the frame's height in `segments`. */
  heightAt: number;
  width: number;
  /** Size in pixels of a unit that is coded together. */
  unit: { width: number; height: number };
  scan: Uint8Array;
  data: Uint8Array;
}

const START = [0xff, 0xd8];
const END = [0xff, 0xd9];
/** Adobe's marker for "colours are not transformed". */
const PLAIN_COLOUR = [0xff, 0xee, 0, 14, ...new TextEncoder().encode('Adobe'), 0, 100, 0, 0, 0, 0, 0];

/**
 * Joins the strips of a TIFF, each of which is a JPEG, into one JPEG without decoding them. Each strip resets the
 * decoder, which is what a restart marker does. Null if they differ or cannot be joined.
 */
export function jpegOfStrips(options: {
  strips: readonly Uint8Array[];
  /** Shared by all strips; may be empty. */
  tables: Uint8Array;
  /** Rows per strip. */
  rows: number;
  /** Height of the whole picture. */
  height: number;
  isPlainColour: boolean;
}): Uint8Array | null {
  const { strips, tables, rows, height, isPlainColour } = options;
  const read = strips.map(headerOf);
  const [first] = read;
  if (!first || read.includes(null)) return null;
  const headers = read.filter((header) => header !== null);
  const segments = withHeight(first, height);
  const isAlike = (one: Header) =>
    Buffer.compare(withHeight(one, height), segments) === 0 && Buffer.compare(one.scan, first.scan) === 0;
  if (strips.length > 1 && (rows % first.unit.height !== 0 || !headers.every(isAlike))) return null;
  const units = Math.ceil(first.width / first.unit.width) * (rows / first.unit.height);
  if (strips.length > 1 && units > 0xffff) return null;
  const interval = strips.length > 1 ? [0xff, 0xdd, 0, 4, units >> 8, units & 0xff] : [];
  const parts: (Uint8Array | number[])[] = [
    START,
    isPlainColour ? PLAIN_COLOUR : [],
    tables.length > 4 ? tables.subarray(2, -2) : [],
    segments,
    interval,
    first.scan,
  ];
  for (const [place, { data }] of headers.entries())
    parts.push(place === 0 ? [] : [0xff, 0xd0 + ((place - 1) % 8)], data);
  return new Uint8Array(Buffer.concat([...parts, END].map((part) => Uint8Array.from(part))));
}

function withHeight({ segments, heightAt }: Header, height: number): Uint8Array {
  const copy = Uint8Array.from(segments);
  new DataView(copy.buffer).setUint16(heightAt, height);
  return copy;
}

function headerOf(strip: Uint8Array): Header | null {
  const view = new DataView(strip.buffer, strip.byteOffset, strip.byteLength);
  let frame: Pick<Header, 'heightAt' | 'width' | 'unit'> | null = null;
  for (let at = 2; at + 4 <= strip.length;) {
    if (strip[at] !== 0xff) return null;
    const marker = strip[at + 1] ?? 0;
    const end = at + 2 + view.getUint16(at + 2);
    // The strip has restart markers of its own.
    if (marker === 0xdd && view.getUint16(at + 4) !== 0) return null;
    if (marker === 0xda) {
      if (!frame) return null;
      const tail = strip.lastIndexOf(0xd9);
      const isEnded = tail > end && strip[tail - 1] === 0xff;
      const data = strip.subarray(end, isEnded ? tail - 1 : strip.length);
      return { ...frame, segments: strip.subarray(2, at), scan: strip.subarray(at, end), data };
    }
    // Baseline and extended sequential: coded in one pass from the top.
    if (marker === 0xc0 || marker === 0xc1)
      frame = { heightAt: at + 5 - 2, width: view.getUint16(at + 7), unit: unitOf(strip, at) };
    else if (marker >= 0xc2 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xcc) return null;
    at = end;
  }
  return null;
}

function unitOf(strip: Uint8Array, frameAt: number): { width: number; height: number } {
  const components = strip[frameAt + 9] ?? 0;
  const factors = Array.from({ length: components }, (_, place) => strip[frameAt + 11 + 3 * place] ?? 0x11);
  // A single component is coded in 8 × 8 blocks, whatever its sampling factors.
  if (components <= 1) return { width: 8, height: 8 };
  return {
    width: 8 * Math.max(...factors.map((factor) => factor >> 4)),
    height: 8 * Math.max(...factors.map((factor) => factor & 15)),
  };
}
