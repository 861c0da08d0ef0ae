import { unpackOcrPage } from '../ocr/ocr-page.js';
import { pictureSize, type PicturePage } from '../ocr/picture-size.js';
import { writeOcrPage } from '../ocr/write-ocr-page.js';
import { DocumentBuilder } from './document-builder.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { ScannedPages } from './scanned-pages.js';
import { titleFromName } from './title-from-name.js';

/** Limit for an image: each megapixel takes about eight megabytes unpacked. A page at 600 dpi has 35. */
const MOST_MEGAPIXELS = 40;
/** Smaller images are icons and ornaments. */
const LEAST_PIXELS = 24;

/** KB-9: an image is a document of one page, or for TIFF of as many as it has, read by OCR. */
export function parsePicture(input: ParseInput): ParsedDocument {
  const size = pictureSize(input.bytes);
  if (!size) throw new ParseError('damaged', 'The picture is damaged: its dimensions are missing.');
  const { pages } = size;
  if (!input.recognised)
    throw new ParseError(
      'unsupported',
      'It is a picture, and OCR is switched off. Switch it on under Settings, Answering.',
    );
  if (pages.length > input.limits.maxPages)
    throw new ParseError(
      'too_large',
      `The file has ${pages.length.toLocaleString('en')} pages; at most ${input.limits.maxPages.toLocaleString('en')} are read. Split it.`,
    );
  for (const page of pages) requireReadableSize(page);
  if (pages.every(({ width, height }) => Math.min(width, height) < LEAST_PIXELS))
    throw new ParseError('empty', 'The picture is too small to hold words.');
  const { recognised } = input;
  const missing = pages.flatMap((_, place) => (recognised.has(place + 1) ? [] : [place + 1]));
  if (missing.length > 0) throw new ScannedPages(missing);
  const builder = new DocumentBuilder(input.limits);
  const unreadPages: number[] = [];
  for (const [place] of pages.entries()) {
    builder.startPage();
    const page = unpackOcrPage(recognised.get(place + 1) ?? new Uint8Array());
    if (page.problem !== undefined) unreadPages.push(place + 1);
    writeOcrPage(page, builder);
  }
  if (unreadPages.length === pages.length)
    throw new ParseError('damaged', 'The picture is damaged, or takes too long to read.');
  if (builder.isEmpty) throw new ParseError('empty', 'No words were found in the picture.');
  const document = builder.finish({ title: titleFromName(input.name), mediaType: size.mediaType });
  return unreadPages.length > 0 ? { ...document, unreadPages } : document;
}

/** Checked before unpacking: a small file may contain a very large image. */
function requireReadableSize({ width, height }: PicturePage): void {
  const megapixels = (width * height) / 1_000_000;
  if (megapixels <= MOST_MEGAPIXELS) return;
  throw new ParseError(
    'too_large',
    `The picture has ${Math.round(megapixels)} megapixels (${width} × ${height}); at most ${MOST_MEGAPIXELS} are read. Save it smaller, or cut it into parts.`,
  );
}
