import { describe, expect, it } from 'vitest';
import { pageMarks } from './page-marks.js';

/** A page of 100 by 200 points shown at twice its size; y grows downwards. */
const viewport = { convertToViewportPoint: (x: number, y: number) => [2 * x, 2 * (200 - y)] };
const item = (transform: number[]) => ({
  str: 'abcdefghij',
  dir: 'ltr',
  transform,
  width: 50,
  height: 10,
  fontName: 'f',
  hasEOL: false,
});

describe('CIT-5 marks on the page of a PDF', () => {
  it('cover the letters from their start to their end', () => {
    const [mark] = pageMarks({
      items: [item([10, 0, 0, 10, 20, 100])],
      ranges: [{ piece: 0, start: 2, end: 6 }],
      viewport,
    });
    expect(mark).toMatchObject({ left: 2 * (20 + 10), width: 2 * 20 });
    expect(mark?.top).toBeLessThan(2 * 93);
    expect((mark?.top ?? 0) + (mark?.height ?? 0)).toBeGreaterThan(2 * 100);
  });

  it('stand upright for text that runs upwards', () => {
    const [mark] = pageMarks({
      items: [item([0, 10, -10, 0, 50, 100])],
      ranges: [{ piece: 0, start: 0, end: 10 }],
      viewport,
    });
    expect(mark?.height).toBeCloseTo(2 * 50);
    expect(mark?.width).toBeLessThan(2 * 15);
  });

  it('leave out what is not on the page', () => {
    expect(pageMarks({ items: [], ranges: [{ piece: 3, start: 0, end: 1 }], viewport })).toEqual([]);
  });
});
