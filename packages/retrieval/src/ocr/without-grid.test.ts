import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { GreyPicture } from './grey-picture.js';
import { pictureOfBits } from './picture-of-bits.js';
import { withoutGrid } from './without-grid.js';

function blank(width: number, height: number): GreyPicture {
  return { data: new Uint8Array(width * height).fill(255), width, height };
}

function fill(picture: GreyPicture, box: { x: number; y: number; width: number; height: number }): void {
  for (let y = box.y; y < box.y + box.height; y += 1)
    picture.data.fill(0, y * picture.width + box.x, y * picture.width + box.x + box.width);
}

const inkOf = ({ data }: GreyPicture): number => data.filter((shade) => shade < 128).length;

/** Three horizontal and three vertical rules, with a word in a cell that does not touch them. */
function table(): GreyPicture {
  const picture = blank(600, 400);
  for (const y of [50, 150, 250]) fill(picture, { x: 50, y, width: 403, height: 3 });
  for (const x of [50, 250, 450]) fill(picture, { x, y: 50, width: 3, height: 203 });
  fill(picture, { x: 90, y: 90, width: 20, height: 30 });
  return picture;
}

describe('KB-9 the rules of a table in a scan', () => {
  it('go, and what stands between them stays', () => {
    const cleared = withoutGrid(table());
    expect(cleared && inkOf(cleared)).toBe(20 * 30);
  });

  it('leave a letter whole that stands on one of them', () => {
    const picture = table();
    fill(picture, { x: 300, y: 130, width: 8, height: 40 });
    const cleared = withoutGrid(picture);
    expect(cleared && inkOf(cleared)).toBeGreaterThanOrEqual(20 * 30 + 8 * 40 - 16);
  });

  it('are not looked for where nothing crosses: underlines, one frame, a black field, bars of a chart', () => {
    const underlined = blank(600, 400);
    for (const y of [50, 100, 150, 200]) fill(underlined, { x: 50, y, width: 400, height: 3 });
    expect(withoutGrid(underlined)).toBeNull();
    const framed = blank(600, 400);
    for (const y of [50, 300]) fill(framed, { x: 50, y, width: 400, height: 3 });
    for (const x of [50, 447]) fill(framed, { x, y: 50, width: 3, height: 253 });
    expect(withoutGrid(framed)).toBeNull();
    const black = blank(600, 400);
    fill(black, { x: 50, y: 50, width: 300, height: 300 });
    expect(withoutGrid(black)).toBeNull();
    const chart = blank(600, 400);
    for (let bar = 0; bar < 8; bar += 1) fill(chart, { x: 50 + 60 * bar, y: 100, width: 30, height: 200 });
    fill(chart, { x: 40, y: 300, width: 500, height: 3 });
    expect(withoutGrid(chart)).toBeNull();
  });
});

describe('a PNG of one bit', () => {
  const part = (kind: string, data: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
  };
  const png = (rows: number[][], width: number, more: Uint8Array[] = []) => {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(rows.length, 4);
    head[8] = 1;
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      part('IHDR', head),
      ...more,
      part('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    ]);
  };

  it('is read however its rows are written', () => {
    const bits = [0b1010_0000, 0b1100_0000];
    const expected = [255, 0, 255, 255, 255, 0];
    const [first = 0, second = 0] = bits;
    for (const filter of [0, 1, 2, 3, 4]) {
      // There is nothing to the left of and above the first row.
      const before = [0, 0, first, first >> 1, first][filter] ?? 0;
      const rows = [
        [0, first],
        [filter, (second - before + 256) % 256],
      ];
      expect([...pictureOfBits(png(rows, 3)).data], String(filter)).toEqual(expected);
    }
    const named = part('PLTE', Uint8Array.from([255, 255, 255, 0, 0, 0]));
    const inverse = expected.map((shade) => 255 - shade);
    expect([
      ...pictureOfBits(
        png(
          [
            [0, first],
            [0, second],
          ],
          3,
          [named],
        ),
      ).data,
    ]).toEqual(inverse);
  });
});
