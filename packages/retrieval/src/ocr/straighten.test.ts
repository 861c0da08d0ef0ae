import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { portableGrey, type GreyPicture } from './grey-picture.js';
import { OcrEngine } from './ocr-engine.js';
import { openPdfPictures } from './open-pdf-pictures.js';
import { boxBeforeTurn, readStraightened } from './straighten.js';

/** Turns a page clockwise about its centre, as if placed carelessly on the scanner. */
function askew({ data, width, height }: GreyPicture, degrees: number): GreyPicture {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const turned = new Uint8Array(data.length).fill(255);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const [across, down] = [column - width / 2, row - height / 2];
      const x = Math.round(width / 2 + across * cosine + down * sine);
      const y = Math.round(height / 2 - across * sine + down * cosine);
      if (x >= 0 && y >= 0 && x < width && y < height) turned[row * width + column] = data[y * width + x]!;
    }
  return { data: turned, width, height };
}

describe('KB-9 pages that lie askew', () => {
  it('are read as if they lay straight, and their words are framed where they are', async () => {
    const bytes = await readFile(new URL('../../test/fixtures/harbour-log.pdf', import.meta.url));
    const pdf = await openPdfPictures(new Uint8Array(bytes));
    const { picture: straight } = (await pdf.picture(2))!;
    await pdf.close();
    const engine = await OcrEngine.open();
    engine.use('eng', null);
    const read = (picture: GreyPicture) => {
      let goes = 0;
      const { page } = readStraightened((angle) => {
        goes += 1;
        return engine.read({ ...picture, bytes: portableGrey(picture) }, angle);
      });
      return { goes, words: page.paragraphs.flat(2) };
    };
    const level = read(straight);
    expect(level.goes).toBe(1);
    const degrees = -8;
    const tilted = read(askew(straight, degrees));
    const text = tilted.words.map((word) => word.text).join(' ');
    expect(text).toContain('moved to the northern breakwater in 1987. Its crew of twelve works');
    const expected = level.words.find((word) => word.text === 'breakwater')!.box;
    const { width, height } = straight;
    const pixels = (box: readonly number[]) =>
      box.map((share, side) => share * (side % 2 === 0 ? width : height)) as Parameters<
        typeof boxBeforeTurn
      >[0];
    const wanted = boxBeforeTurn(pixels(expected), (-degrees * Math.PI) / 180, width, height);
    const found = pixels(tilted.words.find((word) => word.text === 'breakwater')!.box);
    const middle = ([left, top, right, bottom]: readonly number[]) => [
      (left! + right!) / 2,
      (top! + bottom!) / 2,
    ];
    for (const [place, value] of middle(found).entries())
      expect(Math.abs(value - middle(wanted)[place]!)).toBeLessThan(12);
  });

  it('are given up after a few goes where nothing is written', () => {
    let goes = 0;
    const nothing = { page: { paragraphs: [], languages: 'eng' }, confidence: 0, tilt: 0 };
    const read = () => {
      goes += 1;
      return nothing;
    };
    expect(readStraightened(read)).toBe(nothing);
    expect(goes).toBe(5);
  });
});
