import { inflateSync } from 'node:zlib';
import { ParseError } from '../parse/parse-error.js';
import { jpegOfStrips } from './jpeg-of-strips.js';

/** A page of a TIFF as a file that the image library reads. */
export interface TiffPage {
  bytes: Uint8Array;
  /** 1 if the library applies the orientation itself, as it does for TIFF. */
  orientation: number;
}

const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  offsets: 273,
  orientation: 274,
  samples: 277,
  rows: 278,
  sizes: 279,
  planes: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileSizes: 325,
  jpegTables: 347,
};
const JPEG = 7;
const DEFLATE = new Set([8, 32_946]);
/** Bytes per value, by type: numbers of 8, 16 and 32 bits, and untyped bytes. */
const WIDTHS: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1 };
const [SHORT, LONG] = [3, 4];
/** Limit for one list of numbers. A damaged file could ask for any amount of memory. */
const MOST_VALUES = 10_000_000;

/**
 * KB-9: one page of a TIFF as a separate file, because image libraries read only the first. The library lacks two
 * common compressions, so Deflate is unpacked here, and JPEG strips are joined into one JPEG.
 */
export function tiffPage(bytes: Uint8Array, directory: number): TiffPage {
  const file = new TiffFile(bytes, directory);
  const compression = file.one(TAG.compression, 1);
  if (DEFLATE.has(compression)) return { bytes: inflated(file), orientation: 1 };
  if (compression === JPEG) return { bytes: asJpeg(file), orientation: file.one(TAG.orientation, 1) };
  const copy = Uint8Array.from(bytes);
  new DataView(copy.buffer).setUint32(4, directory, file.little);
  return { bytes: copy, orientation: 1 };
}

interface Entry {
  tag: number;
  type: number;
  count: number;
  /** Offset of its value, or of the reference to it. */
  at: number;
}

class TiffFile {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly little: boolean;
  readonly entries: Entry[] = [];

  constructor(bytes: Uint8Array, directory: number) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = bytes[0] === 0x49;
    const count = this.view.getUint16(directory, this.little);
    for (let place = 0; place < count; place += 1) {
      const at = directory + 2 + 12 * place;
      const [tag, type] = [this.view.getUint16(at, this.little), this.view.getUint16(at + 2, this.little)];
      this.entries.push({ tag, type, count: this.view.getUint32(at + 4, this.little), at: at + 8 });
    }
  }

  all(tag: number): number[] {
    const entry = this.entries.find((one) => one.tag === tag);
    const width = WIDTHS[entry?.type ?? 0];
    if (!entry || width === undefined || entry.count > MOST_VALUES) return [];
    const start = entry.count * width <= 4 ? entry.at : this.view.getUint32(entry.at, this.little);
    return Array.from({ length: entry.count }, (_, place) => {
      const at = start + place * width;
      if (width === 1) return this.view.getUint8(at);
      return width === 2 ? this.view.getUint16(at, this.little) : this.view.getUint32(at, this.little);
    });
  }

  one(tag: number, otherwise: number): number {
    return this.all(tag)[0] ?? otherwise;
  }

  /** Strips or tiles, still compressed, with the unpacked size of each. */
  pieces(): { isTiled: boolean; width: number; height: number; packed: Uint8Array[] } {
    const isTiled = this.all(TAG.tileOffsets).length > 0;
    const offsets = this.all(isTiled ? TAG.tileOffsets : TAG.offsets);
    const sizes = this.all(isTiled ? TAG.tileSizes : TAG.sizes);
    const [across, down] = [this.one(TAG.width, 0), this.one(TAG.height, 0)];
    const width = isTiled ? this.one(TAG.tileWidth, 0) : across;
    const height = isTiled ? this.one(TAG.tileHeight, 0) : Math.min(down, this.one(TAG.rows, down));
    const planes = this.one(TAG.planes, 1) === 2 ? this.one(TAG.samples, 1) : 1;
    const expected = Math.ceil(across / width) * Math.ceil(down / height) * planes;
    if (!(offsets.length > 0 && offsets.length <= expected && sizes.length === offsets.length))
      throw damaged();
    const packed = offsets.map((start, place) => this.bytes.subarray(start, start + (sizes[place] ?? 0)));
    return { isTiled, width, height, packed };
  }
}

function asJpeg(file: TiffFile): Uint8Array {
  const { isTiled, height: rows, packed } = file.pieces();
  const jpeg = isTiled
    ? null
    : jpegOfStrips({
        strips: packed,
        tables: Uint8Array.from(file.all(TAG.jpegTables)),
        rows,
        height: file.one(TAG.height, 0),
        // By default, JPEG data is luminance and colour difference (YCbCr).
        isPlainColour: file.one(TAG.photometric, 6) !== 6,
      });
  if (!jpeg) throw damaged();
  return jpeg;
}

/** Appends the unpacked page to the old bytes, with a directory for it. */
function inflated(file: TiffFile): Uint8Array {
  const { isTiled, width, height, packed } = file.pieces();
  const [bits, samples] = [file.one(TAG.bits, 1), file.one(TAG.samples, 1)];
  const perPixel = file.one(TAG.planes, 1) === 2 ? 1 : samples;
  const rowBytes = Math.ceil((width * bits * perPixel) / 8);
  const predictor = file.one(TAG.predictor, 1);
  if (predictor > 2 || (predictor === 2 && bits !== 8 && bits !== 16)) throw damaged();
  const pieces = packed.map((piece) => {
    const data = new Uint8Array(inflateSync(piece, { maxOutputLength: rowBytes * height }));
    if (predictor === 2) addDifferences(data, { rowBytes, step: perPixel, bits, little: file.little });
    return data;
  });
  const { entries, little } = file;
  const kept = entries.filter(({ tag }) => tag !== TAG.predictor);
  const dataAt = file.bytes.length + (file.bytes.length % 2);
  const listsAt = dataAt + pieces.reduce((sum, { length }) => sum + length + (length % 2), 0);
  const directoryAt = listsAt + 8 * pieces.length;
  const bytes = new Uint8Array(directoryAt + 2 + 12 * kept.length + 4);
  const view = new DataView(bytes.buffer);
  bytes.set(file.bytes);
  view.setUint32(4, directoryAt, little);
  let at = dataAt;
  for (const [place, piece] of pieces.entries()) {
    bytes.set(piece, at);
    view.setUint32(listsAt + 4 * place, at, little);
    view.setUint32(listsAt + 4 * (pieces.length + place), piece.length, little);
    at += piece.length + (piece.length % 2);
  }
  const single = pieces.length === 1;
  const replaced = new Map<number, { type: number; count: number; value: number }>([
    [TAG.compression, { type: SHORT, count: 1, value: 1 }],
    [
      isTiled ? TAG.tileOffsets : TAG.offsets,
      { type: LONG, count: pieces.length, value: single ? dataAt : listsAt },
    ],
    [
      isTiled ? TAG.tileSizes : TAG.sizes,
      {
        type: LONG,
        count: pieces.length,
        value: single ? (pieces[0]?.length ?? 0) : listsAt + 4 * pieces.length,
      },
    ],
  ]);
  view.setUint16(directoryAt, kept.length, little);
  for (const [place, entry] of kept.entries()) {
    const to = directoryAt + 2 + 12 * place;
    const { type, count, value } = replaced.get(entry.tag) ?? { ...entry, value: null };
    view.setUint16(to, entry.tag, little);
    view.setUint16(to + 2, type, little);
    view.setUint32(to + 4, count, little);
    if (value === null) bytes.set(file.bytes.subarray(entry.at, entry.at + 4), to + 8);
    else if (type === SHORT) view.setUint16(to + 8, value, little);
    else view.setUint32(to + 8, value, little);
  }
  return bytes;
}

/** Each sample is stored as the difference from the previous one in its row. */
function addDifferences(
  data: Uint8Array,
  { rowBytes, step, bits, little }: { rowBytes: number; step: number; bits: number; little: boolean },
): void {
  const view = new DataView(data.buffer);
  for (let row = 0; row < data.length; row += rowBytes) {
    const end = Math.min(row + rowBytes, data.length);
    if (bits === 8)
      for (let at = row + step; at < end; at += 1) data[at] = (data[at] ?? 0) + (data[at - step] ?? 0);
    else
      for (let at = row + 2 * step; at + 1 < end; at += 2)
        view.setUint16(at, view.getUint16(at, little) + view.getUint16(at - 2 * step, little), little);
  }
}

function damaged(): ParseError {
  return new ParseError(
    'damaged',
    'This page of the TIFF is damaged, or uses a compression that Ibid does not read.',
  );
}
