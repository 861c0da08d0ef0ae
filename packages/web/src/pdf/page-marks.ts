import type { PageViewport } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { PieceRange } from './find-passage.js';

export interface PageMark {
  left: number;
  top: number;
  width: number;
  height: number;
  /** KB-9: for a word read by OCR. */
  look?: 'framed' | 'doubtful';
}

/** How far letters such as g reach below the line, as a share of its height. */
const below = 0.22;

/**
 * The boxes that cover the found letters on the displayed page. `shareOf` returns how far into its piece a letter is.
 */
export function pageMarks(options: {
  items: readonly TextItem[];
  ranges: readonly PieceRange[];
  viewport: Pick<PageViewport, 'convertToViewportPoint'>;
  shareOf?: (item: TextItem, position: number) => number;
}): PageMark[] {
  const shareOf = options.shareOf ?? ((item, position) => position / item.str.length);
  return options.ranges.flatMap(({ piece, start, end }) => {
    const item = options.items[piece];
    if (item === undefined || item.str.length === 0) return [];
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform as number[];
    const along = unit(a, b);
    const up = unit(c, d);
    const height = item.height || Math.hypot(c, d);
    const corner = (share: number, lift: number): [number, number] => [
      e + along[0] * item.width * share + up[0] * height * lift,
      f + along[1] * item.width * share + up[1] * height * lift,
    ];
    const from = shareOf(item, start);
    const to = shareOf(item, end);
    const points = [
      corner(from, -below),
      corner(to, -below),
      corner(from, 1 - below / 2),
      corner(to, 1 - below / 2),
    ].map(([x, y]) => options.viewport.convertToViewportPoint(x, y) as [number, number]);
    const left = Math.min(...points.map(([x]) => x));
    const top = Math.min(...points.map(([, y]) => y));
    return {
      left,
      top,
      width: Math.max(...points.map(([x]) => x)) - left,
      height: Math.max(...points.map(([, y]) => y)) - top,
    };
  });
}

function unit(x: number, y: number): [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}
