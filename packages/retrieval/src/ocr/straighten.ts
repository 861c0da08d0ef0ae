import type { OcrPage } from './ocr-page.js';

/** The result of one attempt at a page. */
export interface OcrReading {
  page: OcrPage;
  /** 0 to 100, over all words. */
  confidence: number;
  /** How far to turn the picture, clockwise in radians, to make its lines level. Only known if lines were found. */
  tilt: number;
}

const degrees = (value: number): number => (value * Math.PI) / 180;

/** Less slanted lines are read as well as level ones. */
const LEVEL = degrees(2.5);
/** If no line is found, the page may be too slanted. These turns are tried. */
const TRIED = [6, -6, 12, -12].map(degrees);

/**
 * KB-9: reads a page that may be slanted. A level page is read once. Up to some degrees, lines are found anyway and
 * show how far to turn the page. Beyond that, turns are tried until lines are found.
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

/** Words weighted by confidence: a few confident ones are not better than a whole page. */
export function worth({ page }: OcrReading): number {
  return page.paragraphs.flat(2).reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
}

type Box = [left: number, top: number, right: number, bottom: number];

/** Maps a box in a picture turned about its centre back to the original picture. */
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
