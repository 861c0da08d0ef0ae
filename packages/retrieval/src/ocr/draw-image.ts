import type { GreyPicture } from './grey-picture.js';

/** An image of a page, as the PDF library returns it. Kinds: 1 has a bit per pixel, 2 three bytes, 3 four. */
export interface PageImage {
  width: number;
  height: number;
  kind?: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** As in PDF: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

const WHITE = 255;

/** Paints an image onto a page. `matrix` maps its unit square, whose top is at 1, to the page's pixels. */
export function drawImage(options: {
  image: PageImage;
  isMask: boolean;
  matrix: Matrix;
  onto: GreyPicture;
}): void {
  const { image, isMask, matrix, onto } = options;
  const back = inverse(matrix);
  if (!back) return;
  const [left, right, top, bottom] = bounds(matrix, onto);
  const shade = shadesOf(image, isMask);
  // When shrinking, average all pixels that fall on one, or thin strokes would be lost.
  const reach = {
    across: Math.max(1, Math.round(image.width * Math.max(Math.abs(back[0]), Math.abs(back[2])))),
    down: Math.max(1, Math.round(image.height * Math.max(Math.abs(back[1]), Math.abs(back[3])))),
  };
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const u = back[0] * (x + 0.5) + back[2] * (y + 0.5) + back[4];
      const v = back[1] * (x + 0.5) + back[3] * (y + 0.5) + back[5];
      if (u < 0 || u >= 1 || v <= 0 || v > 1) continue;
      const value = mean(shade, image, { u: u * image.width, v: (1 - v) * image.height }, reach);
      // Ink only darkens.
      if (!isMask || value < (onto.data[y * onto.width + x] ?? WHITE)) onto.data[y * onto.width + x] = value;
    }
  }
}

type Shade = (column: number, row: number) => number;

function mean(
  shade: Shade,
  { width, height }: PageImage,
  { u, v }: { u: number; v: number },
  reach: { across: number; down: number },
): number {
  if (reach.across === 1 && reach.down === 1) return shade(Math.floor(u), Math.floor(v));
  const left = Math.max(0, Math.round(u - reach.across / 2));
  const top = Math.max(0, Math.round(v - reach.down / 2));
  const right = Math.min(width, left + reach.across);
  const bottom = Math.min(height, top + reach.down);
  let sum = 0;
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1) sum += shade(column, row);
  const count = (right - left) * (bottom - top);
  return count <= 0 ? WHITE : Math.round(sum / count);
}

function shadesOf({ width, height, data, kind: told }: PageImage, isMask: boolean): Shade {
  const stride = (width + 7) >> 3;
  const perPixel = Math.floor(data.length / (width * height));
  const kind = isMask || data.length < width * height ? 1 : (told ?? (perPixel >= 4 ? 3 : 2));
  if (kind === 1)
    return (column, row) =>
      ((data[row * stride + (column >> 3)] ?? 0xff) >> (7 - (column & 7))) & 1 ? WHITE : 0;
  const bytes = kind === 3 ? 4 : 3;
  const grey = (at: number) =>
    ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 151 + (data[at + 2] ?? 0) * 28) >> 8;
  if (kind !== 3) return (column, row) => grey((row * width + column) * bytes);
  return (column, row) => {
    const at = (row * width + column) * bytes;
    const opaque = data[at + 3] ?? WHITE;
    return opaque === WHITE ? grey(at) : Math.round((grey(at) * opaque) / WHITE + WHITE - opaque);
  };
}

function bounds(
  [a, b, c, d, e, f]: Matrix,
  { width, height }: GreyPicture,
): [left: number, right: number, top: number, bottom: number] {
  const columns = [e, e + a, e + c, e + a + c];
  const rows = [f, f + b, f + d, f + b + d];
  return [
    Math.max(0, Math.floor(Math.min(...columns))),
    Math.min(width, Math.ceil(Math.max(...columns))),
    Math.max(0, Math.floor(Math.min(...rows))),
    Math.min(height, Math.ceil(Math.max(...rows))),
  ];
}

/** Applies the second matrix, then the first. */
export function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const area = a * d - b * c;
  if (Math.abs(area) < 1e-9) return null;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}
