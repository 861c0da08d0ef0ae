import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlightedText, locatePassage } from './highlighted-text.js';

describe('CIT-5 the passage in its document', () => {
  it('loses nothing of the text and marks exactly the part of the span inside the window', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(50), fc.nat(90), fc.nat(30), (text, start, from, length) => {
        const pieces = highlightedText({ text, start, span: { start: from, end: from + length } });
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        const marked = pieces.filter((piece) => piece.marked).map((piece) => piece.text);
        const expected = text.slice(Math.max(0, from - start), Math.max(0, from + length - start));
        expect(marked.join('')).toBe(expected);
      }),
    );
  });

  it('trusts the words over a stored position that no longer fits', () => {
    const text = 'New first line.\nThe cat sat.\n';
    expect(
      locatePassage({ text, start: 100, span: { start: 100, end: 112 }, words: 'The cat sat.' }),
    ).toEqual({
      start: 116,
      end: 128,
    });
    expect(locatePassage({ text, start: 0, span: { start: 0, end: 3 }, words: 'gone' })).toBeNull();
    expect(locatePassage({ text, start: 0, span: { start: 4, end: 9 }, words: null })).toEqual({
      start: 4,
      end: 9,
    });
  });
});
