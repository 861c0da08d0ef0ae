import type { PDFPageProxy } from 'pdfjs-dist';
import { ParseError } from '../parse/parse-error.js';
import type { GreyPicture } from './grey-picture.js';
import { drawImage, times, type Matrix, type PageImage } from './draw-image.js';

/** A4 at 300 dpi has about 8.7 million. More is slower, not better. */
const MOST_PIXELS = 10_000_000;
/** Dots per 1/72 inch of the page: 300 and 100 dpi. */
const MOST_SCALE = 300 / 72;
const LEAST_SCALE = 100 / 72;
/** Some scans consist of strips. A page with more pieces than this is not a scan. */
const MOST_PICTURES = 500;
/** A picture with at least this share of the page contains words. */
const LOSS = 0.1;
const WHITE = 255;

interface Placed {
  image: PageImage;
  /** From the picture's unit square to the displayed page, in 1/72 inch from the top. */
  matrix: Matrix;
  /** A mask paints ink; the rest stays untouched. */
  isMask: boolean;
}

/** The relevant operations of a page, by their names in the library. */
export type Operations = Record<
  | 'save'
  | 'restore'
  | 'transform'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'paintImageXObject'
  | 'paintInlineImageXObject'
  | 'paintImageMaskXObject',
  number
>;

/**
 * KB-9: the pictures of a page, composed as the page shows them, in greyscale. Text and lines are not drawn, because
 * pages that need this have none that matter. This avoids a canvas, which would need a native program per platform.
 * Null if the page has no picture.
 */
export async function pagePicture(
  page: PDFPageProxy,
  operations: Operations,
): Promise<{ picture: GreyPicture; isPartial: boolean } | null> {
  const { placed, damaged } = await placedImages(page, operations);
  if (placed.length === 0 && damaged.length > 0)
    throw new ParseError('damaged', 'The pictures of this page cannot be opened.');
  if (placed.length === 0) return null;
  const { width, height } = page.getViewport({ scale: 1 });
  const finest = Math.max(
    ...placed.map(({ image, matrix: [a, b] }) => image.width / Math.max(1, Math.hypot(a, b))),
  );
  const scale = Math.min(
    Math.max(LEAST_SCALE, Math.min(MOST_SCALE, finest)),
    Math.sqrt(MOST_PIXELS / (width * height)),
  );
  const across = Math.max(1, Math.round(width * scale));
  const down = Math.max(1, Math.round(height * scale));
  const picture = { data: new Uint8Array(across * down).fill(WHITE), width: across, height: down };
  for (const { image, matrix, isMask } of placed)
    drawImage({ image, isMask, matrix: times([scale, 0, 0, scale, 0, 0], matrix), onto: picture });
  // A small ornament that cannot be opened is no loss.
  const isPartial = damaged.some(([a, b, c, d]) => Math.abs(a * d - b * c) > LOSS * width * height);
  return { picture, isPartial };
}

async function placedImages(
  page: PDFPageProxy,
  operations: Operations,
): Promise<{ placed: Placed[]; damaged: Matrix[] }> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const view = page.getViewport({ scale: 1 }).transform as Matrix;
  const placed: Placed[] = [];
  const damaged: Matrix[] = [];
  const saved: Matrix[] = [];
  let current = view;
  for (const [place, operation] of fnArray.entries()) {
    const args = argsArray[place] as unknown[] | null;
    if (operation === operations.save) saved.push(current);
    else if (operation === operations.restore) current = saved.pop() ?? view;
    else if (operation === operations.transform) current = times(current, args as Matrix);
    else if (operation === operations.paintFormXObjectBegin) {
      saved.push(current);
      if (args?.[0]) current = times(current, Array.from(args[0] as ArrayLike<number>) as Matrix);
    } else if (operation === operations.paintFormXObjectEnd) current = saved.pop() ?? view;
    const isMask = operation === operations.paintImageMaskXObject;
    const isImage =
      operation === operations.paintImageXObject || operation === operations.paintInlineImageXObject;
    if ((!isMask && !isImage) || placed.length >= MOST_PICTURES) continue;
    const image = await imageOf(page, args?.[0]);
    if (image) placed.push({ image, matrix: current, isMask });
    else damaged.push(current);
  }
  return { placed, damaged };
}

/** The image is named and loads asynchronously, or is part of the operation. */
async function imageOf(page: PDFPageProxy, given: unknown): Promise<PageImage | null> {
  const named = typeof given === 'string' ? given : (given as { data?: unknown } | null)?.data;
  if (typeof named !== 'string') return whole(given as PageImage | null);
  const store = named.startsWith('g_') ? page.commonObjs : page.objs;
  return whole(
    await new Promise<PageImage | null>((resolve) => {
      store.get(named, (found: unknown) => resolve(found as PageImage | null));
    }),
  );
}

function whole(image: PageImage | null): PageImage | null {
  return image && ArrayBuffer.isView(image.data) && image.width > 0 && image.height > 0 ? image : null;
}
