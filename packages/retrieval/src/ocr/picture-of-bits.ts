import { inflateSync } from 'node:zlib';
import type { GreyPicture } from './grey-picture.js';

/** Length of the PNG signature. */
const HEAD = 8;

/** Converts a one-bit PNG, as Tesseract writes it, to one byte per pixel. */
export function pictureOfBits(png: Uint8Array): GreyPicture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  if (view.getUint8(24) !== 1)
    throw new Error(`No picture of one bit: ${view.getUint8(24)}, ${view.getUint8(25)}.`);
  const packed: Uint8Array[] = [];
  let isInkSet = false;
  for (let at = HEAD; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const kind = String.fromCodePoint(...png.subarray(at + 4, at + 8));
    const data = png.subarray(at + 8, at + 8 + view.getUint32(at));
    if (kind === 'IDAT') packed.push(data);
    // With a palette, the first colour may be white.
    if (kind === 'PLTE') isInkSet = (data[0] ?? 0) > (data[3] ?? 255);
  }
  const stride = Math.ceil(width / 8);
  const rows = unfiltered(inflateSync(Buffer.concat(packed)), stride, height);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isSet = ((rows[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      data[y * width + x] = (isSet === 1) === isInkSet ? 0 : 255;
    }
  return { data, width, height };
}

/** Reverses PNG filters: each row is stored as is or as differences to its neighbours. */
function unfiltered(bytes: Uint8Array, stride: number, height: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x > 0 ? (rows[at - 1] ?? 0) : 0;
      const up = y > 0 ? (rows[at - stride] ?? 0) : 0;
      const corner = x > 0 && y > 0 ? (rows[at - stride - 1] ?? 0) : 0;
      const near = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      rows[at] = (bytes[y * (stride + 1) + 1 + x] ?? 0) + near;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(sum - value)) as [
    number,
    number,
    number,
  ];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
