import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { PreparePool } from '../ingest/index.js';
import { parseDocument } from '../parse/index.js';
import { languageGroups } from './language-groups.js';
import { packOcrPage, unpackOcrPage } from './ocr-page.js';
import type { OcrWord } from './ocr-page.js';
import type { OcrPages } from './recognise-pages.js';
import { writtenWords } from './write-ocr-page.js';

const fixture = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../test/fixtures/${name}`, import.meta.url)));
const patience = 300_000;

/** An in-memory stand-in for the database. */
class KeptPages implements OcrPages {
  readonly kept = new Map<number, Uint8Array>();
  readonly told: number[] = [];

  find() {
    return Promise.resolve(new Map(this.kept));
  }

  keep(_hash: string, page: number, packed: Uint8Array) {
    this.told.push(page);
    this.kept.set(page, packed);
    return Promise.resolve();
  }
}

const pages = new KeptPages();
const settings = () => Promise.resolve({ languages: ['eng'], folder: null });
const pool = new PreparePool({ size: 1, ocr: { settings, pages } });
afterAll(() => pool.close());

describe('KB-9 scans and pictures', () => {
  it(
    'reads a scanned PDF page by page, keeps each page and reads none of them twice',
    { timeout: patience },
    async () => {
      const bytes = await fixture('harbour-log.pdf');
      const progress: string[] = [];
      const onPages = (done: number, total: number) => progress.push(`${done}/${total}`);
      const first = await pool.prepare({ name: 'log.pdf', content: { bytes }, onPages });
      if (first.kind !== 'prepared') throw new Error('not read');
      expect(progress).toEqual(['0/2', '1/2', '2/2']);
      expect(pages.told).toEqual([2, 3]);
      const [own, scan] = first.document.chunks;
      expect(own).toMatchObject({ page: 1 });
      expect(own?.ocr).toBeUndefined();
      expect(scan).toMatchObject({ page: 2 });
      expect(scan?.text).toContain('moved to the northern breakwater in 1987. Its crew of twelve works');
      expect(scan?.ocr?.confidence).toBeGreaterThan(80);

      // The number under the smear is doubtful, and clearly read text is not.
      const doubted = (scan?.ocr?.doubtful ?? []).map(([start, end]) => scan?.text.slice(start, end));
      expect(doubted).toHaveLength(1);
      expect(scan?.text.slice(0, scan.text.indexOf(doubted[0] ?? ''))).toMatch(/keeper was paid $/u);

      // Boxes are where the words are: the heading is on the left, in the upper half of the page.
      const words = unpackOcrPage(pages.kept.get(2) ?? new Uint8Array()).paragraphs.flat(2);
      const harbour = words.find(({ text }) => text === 'Harbour');
      expect(harbour?.box[0]).toBeCloseTo(0.107, 1);
      expect(harbour?.box[1]).toBeGreaterThan(0.1);
      expect(harbour?.box[3]).toBeLessThan(0.4);

      // As if stopped after the second page: only the third is read.
      pages.kept.delete(3);
      pages.told.length = 0;
      progress.length = 0;
      const again = await pool.prepare({ name: 'log.pdf', content: { bytes }, onPages });
      expect(again).toEqual(first);
      expect(pages.told).toEqual([3]);
      expect(progress).toEqual(['1/2', '2/2']);
    },
  );

  it('stops between pages without losing those that are read', { timeout: patience }, async () => {
    const own = new KeptPages();
    const stopped = new PreparePool({ size: 1, ocr: { settings, pages: own } });
    const stop = new AbortController();
    const reading = stopped.prepare({
      name: 'log.pdf',
      content: { bytes: await fixture('harbour-log.pdf') },
      stop: stop.signal,
      onPages: (done) => done === 1 && stop.abort(),
    });
    await expect(reading).rejects.toThrow(/cancelled|aborted/u);
    expect([...own.kept.keys()]).toEqual([2]);
    await stopped.close();
  });

  it('reads every page of a TIFF', { timeout: patience }, async () => {
    pages.kept.clear();
    const bytes = await fixture('harbour-log.tiff');
    // The first page is known. The second is reached through its own directory.
    pages.kept.set(1, packOcrPage({ paragraphs: [], languages: 'eng' }));
    const read = await pool.prepare({ name: 'log.tiff', content: { bytes } });
    if (read.kind !== 'prepared') throw new Error('not read');
    expect(read.document).toMatchObject({ mediaType: 'image/tiff', pages: 2, title: 'log' });
    expect(read.document.chunks[0]).toMatchObject({ page: 2 });
    expect(read.document.text).toContain('the night shift begins at ten');
  });

  it(
    'opens pictures however they are packed: WebP, TIFF by Deflate and by JPEG in strips',
    { timeout: patience },
    async () => {
      for (const [name, words] of [
        ['notice.webp', 'The third page is a JPEG 2000 picture.'],
        ['packed-deflate.tiff', 'The north quay was repaired in 1994.'],
        ['packed-jpeg.tiff', 'The north quay was repaired in 1994.'],
      ] as const) {
        pages.kept.clear();
        const bytes = await fixture(name);
        const read = await pool.prepare({ name, content: { bytes } });
        expect(read.kind === 'prepared' && read.document.text.trim(), name).toBe(words);
        const png = await pool.draw({ name, content: { bytes }, page: 1 });
        expect([...png.subarray(1, 4)].map((code) => String.fromCodePoint(code)).join('')).toBe('PNG');
        // As wide as the picture.
        expect(new DataView(png.buffer, png.byteOffset).getUint32(16)).toBe(1000);
      }
      const bytes = await fixture('packed-jpeg.tiff');
      await expect(pool.draw({ name: 'a.tiff', content: { bytes }, page: 2 })).rejects.toMatchObject({
        code: 'unsupported',
      });
      // Half of its strips are missing.
      const cut = pool.draw({ name: 'a.tiff', content: { bytes: bytes.slice(0, 400) }, page: 1 });
      await expect(cut).rejects.toThrow(/damaged|not a picture/u);
    },
  );

  it(
    'reads faxes, JBIG2 and JPEG 2000 in a PDF, and names the page whose picture is damaged',
    { timeout: patience },
    async () => {
      pages.kept.clear();
      const bytes = await fixture('packed-scans.pdf');
      const read = await pool.prepare({ name: 'packed.pdf', content: { bytes } });
      if (read.kind !== 'prepared') throw new Error('not read');
      expect(read.document.chunks.map(({ text }) => text.trim()).join(' ')).toMatch(
        /fax of group four\.\s+The second page is a bitmap by JBIG2\.\s+The third page is a JPEG 2000 picture\./u,
      );
      expect(read.document.unreadPages).toEqual([4]);
    },
  );

  it('says so when OCR is off', async () => {
    const off = parseDocument({ bytes: await fixture('harbour-log.png'), name: 'log.png' });
    await expect(off).rejects.toMatchObject({ code: 'unsupported', message: expect.stringContaining('OCR') });
    const partly = await parseDocument({ bytes: await fixture('harbour-log.pdf'), name: 'log.pdf' });
    expect(partly.text).toContain('keys of the archive');
  });

  it('refuses a picture of 200 megapixels before it is unpacked, and skips one that is too small', async () => {
    const parse = async (width: number, height: number) => {
      const bytes = await fixture('harbour-log.png');
      new DataView(bytes.buffer).setUint32(16, width);
      new DataView(bytes.buffer).setUint32(20, height);
      return parseDocument({ bytes, name: 'map.png', recognised: new Map() });
    };
    await expect(parse(20_000, 10_000)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/200 megapixels.*20000 × 10000.*at most 40.*smaller/u),
    });
    await expect(parse(16, 16)).rejects.toMatchObject({ code: 'empty' });
  });

  it('refuses pictures whose first bytes say little: sizes said twice, pages in a circle, a canvas of WebP', async () => {
    const parse = (bytes: Uint8Array, name: string) => parseDocument({ bytes, name, recognised: new Map() });
    const tiff = (sizes: readonly [number, number][], next = 0) => {
      const view = new DataView(new ArrayBuffer(8 + 2 + 12 * sizes.length + 4));
      view.setUint32(0, 0x49492a00);
      view.setUint32(4, 8, true);
      view.setUint16(8, sizes.length, true);
      for (const [place, [tag, value]] of sizes.entries()) {
        view.setUint16(10 + 12 * place, tag, true);
        view.setUint16(12 + 12 * place, 4, true);
        view.setUint32(14 + 12 * place, 1, true);
        view.setUint32(18 + 12 * place, value, true);
      }
      view.setUint32(10 + 12 * sizes.length, next, true);
      return new Uint8Array(view.buffer);
    };
    const twice: [number, number][] = [
      [256, 60_000],
      [257, 60_000],
      [256, 300],
      [257, 300],
    ];
    await expect(parse(tiff(twice), 'map.tiff')).rejects.toMatchObject({ code: 'too_large' });
    await expect(parse(tiff(twice.toReversed(), 8), 'map.tiff')).rejects.toMatchObject({ code: 'too_large' });
    const webp = new Uint8Array(40).fill(0xff, 20);
    webp.set(Buffer.from('RIFF\0\0\0\0WEBPVP8X'));
    await expect(parse(webp, 'map.webp')).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('KB-9 the words of a page', () => {
  const word = (text: string, left: number, right: number): OcrWord => ({
    text,
    box: [left, 0.1, right, 0.12],
    confidence: 90,
  });
  const textOf = (lines: OcrWord[][]) =>
    writtenWords(lines)
      .map(({ text, after }) => text + after)
      .join('')
      .trim();

  it('are one text again: hyphens go, rows of a table and short lines keep their ends', () => {
    expect(textOf([[word('The', 0.1, 0.2), word('break-', 0.22, 0.9)], [word('water', 0.1, 0.2)]])).toBe(
      'The breakwater',
    );
    expect(textOf([[word('Well-', 0.1, 0.9)], [word('Known', 0.1, 0.2)]])).toBe('Well- Known');
    expect(
      textOf([
        [word('January', 0.1, 0.2), word('112', 0.8, 0.9)],
        [word('February', 0.1, 0.2), word('98', 0.8, 0.9)],
      ]),
    ).toBe('January 112\nFebruary 98');
    expect(textOf([[word('Title', 0.1, 0.3)], [word('A', 0.1, 0.5), word('line', 0.52, 0.9)]])).toBe(
      'Title\nA line',
    );
  });

  it('come back as they were packed', () => {
    const share = fc.integer({ min: 0, max: 10_000 }).map((step) => step / 10_000);
    const one = fc.record({
      text: fc.string({ unit: 'grapheme', minLength: 1 }),
      box: fc.tuple(share, share, share, share),
      confidence: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(fc.array(one, { maxLength: 4 }), { maxLength: 3 })), (paragraphs) => {
        const page = { paragraphs, languages: 'eng+deu' };
        expect(unpackOcrPage(packOcrPage(page))).toEqual(page);
      }),
    );
  });

  it('are read in one script at a time', () => {
    expect(languageGroups(['eng', 'rus', 'deu', 'ukr', 'tha'])).toEqual(['eng+deu', 'rus+ukr', 'tha']);
  });
});
