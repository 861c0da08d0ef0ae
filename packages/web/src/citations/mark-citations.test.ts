import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Citation } from '@ibid/core';
import { markCitations, markEnd, markStart } from './mark-citations.js';

const at = (start: number, end: number): Citation => ({
  citationId: `${start}-${end}`,
  number: 1,
  itemId: 'item',
  range: { start, end },
  passage: null,
  score: null,
  verdict: null,
});

const mark = (members: string) => `${markStart}${members}${markEnd}`;

describe('WEB-1 places for citation chips', () => {
  it('joins adjacent markers in one chip', () => {
    expect(markCitations('One [1][2] two [3].', [at(4, 7), at(7, 10), at(15, 18)])).toBe(
      `One ${mark('0.1')} two ${mark('2')}.`,
    );
    expect(markCitations('One [1] [2].', [at(4, 7), at(8, 11)])).toBe(`One ${mark('0.1')}.`);
    expect(markCitations('One [1, 2].', [at(4, 10), at(4, 10)])).toBe(`One ${mark('0.1')}.`);
  });

  it('leaves a marker alone whose text has not come yet', () => {
    expect(markCitations('One [', [at(4, 7)])).toBe('One [');
  });

  it('takes the reserved characters out of the text itself', () => {
    expect(markCitations(`a${markStart}0${markEnd}b`, [])).toBe('a\uFFFD0\uFFFDb');
  });

  it('loses no text outside the markers and shows every citation that fits once', () => {
    const range = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.array(range, { maxLength: 6 }), (text, ranges) => {
        const citations = ranges.map(([start, length]) => at(start, start + length));
        const marked = markCitations(text, citations);
        const members = [...marked.matchAll(/\uE000([\d.]+)\uE001/g)].flatMap((match) =>
          (match[1] ?? '').split('.'),
        );
        const fitting = citations.flatMap(({ range: { end } }, position) =>
          end <= text.length ? [String(position)] : [],
        );
        expect(members.toSorted()).toEqual(fitting.toSorted());
        const covered = new Set(
          citations.flatMap(({ range: { start, end } }) =>
            end <= text.length ? Array.from({ length: end - start }, (_, step) => start + step) : [],
          ),
        );
        const outside = marked.replace(/\uE000[\d.]+\uE001/g, '');
        const kept = [...Array(text.length).keys()].filter((index) => !covered.has(index));
        const spaces = kept.length - outside.length;
        expect(spaces).toBeGreaterThanOrEqual(0);
        expect(outside.replaceAll(' ', '')).toBe(
          kept
            .map((index) => text.charAt(index))
            .join('')
            .replaceAll(' ', ''),
        );
      }),
    );
  });

  it('CIT-7 puts a mark behind a sentence that names no source', () => {
    const text = 'It is so [1]. It was built in 1887. More.';
    const claims = [
      { text: '', range: { start: 0, end: 13 }, verdict: 'supported' as const, citationIds: ['c'] },
      { text: '', range: { start: 14, end: 35 }, verdict: 'uncited' as const, citationIds: [] },
      { text: '', range: { start: 36, end: 400 }, verdict: 'uncited' as const, citationIds: [] },
    ];
    expect(markCitations(text, [], claims)).toBe(
      `It is so [1]. It was built in 1887.${markStart}u1${markEnd} More.`,
    );
  });

  it('CIT-7 marks an uncited row of a table inside its last cell, so that it stays a table', () => {
    const claims = [{ text: '', range: { start: 0, end: 9 }, verdict: 'uncited' as const, citationIds: [] }];
    expect(markCitations('| a | b |\n', [], claims)).toBe(`| a | b ${markStart}u0${markEnd}|\n`);
  });
});
