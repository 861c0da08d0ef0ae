/** Type and size of a picture, from its header. Nothing is unpacked. */
export interface PictureSize {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/tiff';
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  /** One, except in a TIFF, which may have many. */
  pages: PicturePage[];
}

export interface PicturePage {
  width: number;
  height: number;
  /** For a TIFF: the offset of the page's directory in the file. */
  directory: number | null;
}

const MOST_PAGES = 20_000;

/** Null if it is none of the four types, or does not state its size. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (text: string, at = 0) =>
    Array.from(text).every((letter, place) => bytes[at + place] === letter.codePointAt(0));
  try {
    if (starts('\x89PNG')) return sized('image/png', view.getUint32(16), view.getUint32(20));
    if (starts('\xff\xd8\xff')) return jpegSize(view);
    if (starts('RIFF') && starts('WEBP', 8)) return webpSize(view, bytes);
    if (starts('II*\0') || starts('MM\0*')) return tiffSize(view);
  } catch (error) {
    // Truncated before the size.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

function sized(
  mediaType: PictureSize['mediaType'],
  width: number,
  height: number,
  orientation = 1,
): PictureSize | null {
  if (width <= 0 || height <= 0) return null;
  return {
    mediaType,
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    pages: [{ width, height, directory: null }],
  };
}

function jpegSize(view: DataView): PictureSize | null {
  let orientation = 1;
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) orientation = cameraTurn(view, at + 10);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return sized('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5), orientation);
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** EXIF data has the structure of a TIFF. Damaged data is ignored. */
function cameraTurn(view: DataView, start: number): number {
  try {
    const little = view.getUint16(start) === 0x4949;
    return directoryAt(view, { start, at: view.getUint32(start + 4, little), little }).tags.get(0x0112) ?? 1;
  } catch {
    return 1;
  }
}

function webpSize(view: DataView, bytes: Uint8Array): PictureSize | null {
  const kind = String.fromCodePoint(...bytes.subarray(12, 16));
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
  if (kind === 'VP8X') return sized('image/webp', three(24), three(27));
  if (kind === 'VP8 ')
    return sized('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (kind !== 'VP8L') return null;
  const packed = view.getUint32(21, true);
  return sized('image/webp', (packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1);
}

/** The library that opens each page applies its orientation. Sizes are those of the displayed page. */
function tiffSize(view: DataView): PictureSize | null {
  const little = view.getUint8(0) === 0x49;
  const pages = new Map<number, PicturePage>();
  for (let at = view.getUint32(4, little); at !== 0 && !pages.has(at) && pages.size < MOST_PAGES;) {
    const { tags, next } = directoryAt(view, { start: 0, at, little });
    const [width = 0, height = 0] = [tags.get(256), tags.get(257)];
    const isTurned = (tags.get(274) ?? 1) >= 5;
    pages.set(at, { width: isTurned ? height : width, height: isTurned ? width : height, directory: at });
    at = next;
  }
  const whole = [...pages.values()].filter(({ width, height }) => width > 0 && height > 0);
  return whole.length === 0 ? null : { mediaType: 'image/tiff', orientation: 1, pages: whole };
}

/** The numbers in one directory of a TIFF, and the offset of the next. */
function directoryAt(
  view: DataView,
  { start, at, little }: { start: number; at: number; little: boolean },
): { tags: Map<number, number>; next: number } {
  const tags = new Map<number, number>();
  const count = view.getUint16(start + at, little);
  for (let place = 0; place < count; place += 1) {
    const entry = start + at + 2 + 12 * place;
    const isShort = view.getUint16(entry + 2, little) === 3;
    const tag = view.getUint16(entry, little);
    const value = isShort ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little);
    // If a size is stated twice, take the larger: the decoder may use either.
    tags.set(tag, Math.max(value, tags.get(tag) ?? 0));
  }
  return { tags, next: view.getUint32(start + at + 2 + 12 * count, little) };
}
