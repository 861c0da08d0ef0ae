import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { pageEnd } from './page-end.js';
import { pageEndByTokens } from './page-end-by-tokens.js';

const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\r\n',
    '\r',
    ' ',
    'a',
    '\u{1f600}',
    '\ud83d',
    '\ude00',
    'ß',
    '文',
    '\u2028',
    'word ',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const content = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const size = fc.integer({ min: 1, max: 40 });

function endsInsidePair(left: string, right: string): boolean {
  return /[\ud800-\udbff]$/.test(left) && /^[\udc00-\udfff]/.test(right);
}

const endOf = {
  characters: (content: string, start: number, amount: number) => pageEnd({ content, start, size: amount }),
  tokens: (content: string, start: number, tokens: number) =>
    pageEndByTokens({ content, start, tokens, countTokens }),
};

/** The pages of a text, each starting where the previous one ended. */
function pagesOf(text: string, unit: 'characters' | 'tokens', amount: number): string[] {
  const pages: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOf[unit](text, start, amount);
    pages.push(text.slice(start, end));
    start = end;
  }
  return pages;
}

describe('FD-4 exact paging', () => {
  it.each(['characters', 'tokens'] as const)('pages by %s, joined, are the content', (unit) => {
    fc.assert(
      fc.property(content, size, (text, amount) => {
        const pages = pagesOf(text, unit, amount);
        expect(pages.join('')).toBe(text);
        expect(pages.every((part) => part.length > 0)).toBe(true);
        // Encoding each page alone gives the bytes of the whole.
        expect(Buffer.concat(pages.map((part) => Buffer.from(part)))).toEqual(Buffer.from(text));
      }),
    );
  });

  it('finds the last line end of a page of any length, also far before its end', () => {
    const line = fc.integer({ min: 0, max: 900 }).map((length) => 'x'.repeat(length));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 1, max: 1_500 }), (lines, amount) => {
        const text = lines.join('\n');
        let start = 0;
        for (const page of pagesOf(text, 'characters', amount)) {
          const whole = text.slice(start, start + amount);
          start += page.length;
          const isWhole = start === text.length || !whole.includes('\n');
          const expected = isWhole ? whole : whole.slice(0, whole.lastIndexOf('\n') + 1);
          expect(page === expected, `a page of ${page.length} characters before ${start}`).toBe(true);
        }
      }),
    );
  });

  it('ends a page at a line end wherever the line fits, and never over the size', () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 2, max: 40 }), (text, amount) => {
        const pages = pagesOf(text, 'characters', amount);
        let offset = 0;
        for (const [index, page] of pages.entries()) {
          expect(page.length).toBeLessThanOrEqual(amount);
          offset += page.length;
          if (index === pages.length - 1 || page.endsWith('\n')) continue;
          // A page that ends inside a line holds only that line, and the line is longer than a page.
          expect(page.includes('\n')).toBe(false);
          const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
          const lineFeed = text.indexOf('\n', offset);
          expect((lineFeed === -1 ? text.length : lineFeed + 1) - lineStart).toBeGreaterThan(amount);
        }
      }),
    );
  });

  it('takes as many lines as fit: no page could take the next line too', () => {
    fc.assert(
      fc.property(content, size, (text, amount) => {
        const pages = pagesOf(text, 'characters', amount);
        const roomLeft = pages.filter((page, index) => {
          const next = pages[index + 1] ?? '';
          const line = next.slice(0, next.indexOf('\n') + 1);
          return page.endsWith('\n') && line !== '' && page.length + line.length <= amount;
        });
        expect(roomLeft).toEqual([]);
      }),
    );
  });

  it('never cuts a surrogate pair', () => {
    fc.assert(
      fc.property(content, size, (text, amount) => {
        for (const unit of ['characters', 'tokens'] as const) {
          const pages = pagesOf(text, unit, amount);
          for (let i = 1; i < pages.length; i += 1)
            expect(endsInsidePair(pages[i - 1] as string, pages[i] as string)).toBe(false);
        }
      }),
    );
  });

  it('keeps token pages within their tokens', () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 4, max: 40 }), (text, amount) => {
        for (const page of pagesOf(text, 'tokens', amount))
          expect(countTokens(page)).toBeLessThanOrEqual(amount);
      }),
    );
  });
});
