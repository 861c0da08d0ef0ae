import type { OcrPage } from './ocr-page.js';

/** What one go at a page gave. */
export interface OcrReading {
  page: OcrPage;
  /** 0 to 100, over all words. */
  confidence: number;
  /** By how much the picture has to be turned, clockwise in radians, for its lines to lie level; only known where lines were found. */
  tilt: number;
}

const degrees = (value: number): number => (value * Math.PI) / 180;

/** Lines that rise less than this are read as well as level ones. */
const LEVEL = degrees(2.5);
/** Where no line is found, the page may lie too far askew for one to be seen: turned by one of these, it does not. */
const TRIED = [6, -6, 12, -12].map(degrees);

/**
 * KB-9: reads a page that may lie askew. A level page is read once. Lines of one that is not are found all the same, up to
 * some degrees, and say how far to turn it; beyond, it is turned at a guess until they are.
 */
export function readStraightened(read: (angle: number) => OcrReading): OcrReading {
  const first = read(0);
  let seen = { ...first, angle: 0 };
  for (const angle of TRIED) {
    if (hasLines(seen)) break;
    seen = { ...read(angle), angle };
  }
  if (!hasLines(seen)) return first;
  const angle = seen.angle + seen.tilt;
  const isLevel = Math.abs(seen.tilt) < LEVEL;
  const found = isLevel ? [first, seen] : [first, seen, read(angle)];
  return found.reduce((best, one) => (worth(one) > worth(best) ? one : best));
}

const hasLines = ({ page }: OcrReading): boolean => page.paragraphs.length > 0;

/** How many words there are, each by how sure it is: few sure ones are not better than a whole page. */
export function worth({ page }: OcrReading): number {
  return page.paragraphs.flat(2).reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
}

type Box = [left: number, top: number, right: number, bottom: number];

/** Where a box of a picture that was turned about its middle lies in the picture as it was. */
export function boxBeforeTurn(box: Box, angle: number, width: number, height: number): Box {
  if (angle === 0) return box;
  const [left, top, right, bottom] = box;
  const [sine, cosine] = [Math.sin(-angle), Math.cos(-angle)];
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => {
    const [across, down] = [x - width / 2, y - height / 2];
    return [width / 2 + across * cosine - down * sine, height / 2 + across * sine + down * cosine] as const;
  });
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
