import { describe, expect, it } from 'vitest';
import type { Citation } from '@ibid/core/internal';
import { assembleReport } from './assemble-report.js';

const cited = (text: string, marker: string, number: number, itemId: string | null): Citation => ({
  citationId: `${itemId}-${text.indexOf(marker)}`,
  number,
  itemId,
  title: itemId ?? '',
  range: { start: text.indexOf(marker), end: text.indexOf(marker) + marker.length },
  passage: null,
  score: 1,
  verdict: 'supported',
});

const section = (id: string, text: string, ...citations: Citation[]) => ({
  id,
  text,
  citations,
  claims: [
    {
      text,
      range: { start: 0, end: text.length },
      verdict: 'supported' as const,
      citationIds: citations.map(({ citationId }) => citationId),
    },
  ],
});

describe('ANS-2 sections put together', () => {
  it('give each source one number in the whole report, and move what stands behind it', () => {
    const first = 'Tides rise [1]. They fall [2].';
    const second = 'The quay is old [1], and long [2].';
    const { sections, sources, balance } = assembleReport([
      section('a', first, cited(first, '[1]', 1, 'tides'), cited(first, '[2]', 2, 'moon')),
      section('b', second, cited(second, '[1]', 1, 'quay'), cited(second, '[2]', 2, 'tides')),
    ]);
    expect(sections.map(({ text }) => text)).toEqual([first, 'The quay is old [3], and long [1].']);
    expect(sources.map(({ number, itemId }) => `${number} ${itemId}`)).toEqual([
      '1 tides',
      '2 moon',
      '3 quay',
    ]);
    expect(balance).toMatchObject({ claims: 2, supported: 2 });
    for (const { text, citations, claims } of sections) {
      for (const { range, number } of citations)
        expect(text.slice(range.start, range.end)).toBe(`[${number}]`);
      expect(claims[0]?.range).toEqual({ start: 0, end: text.length });
      expect(claims[0]?.text).toBe(text);
      expect(claims[0]?.citationIds).toEqual(citations.map(({ citationId }) => citationId));
    }
  });

  it('joins markers that name several, keeps unknown numbers, and has room for longer ones', () => {
    const many = Array.from({ length: 11 }, (_, place) => `S [${place + 1}].`).join(' ');
    const citations = Array.from({ length: 11 }, (_, place) =>
      cited(many, `[${place + 1}]`, place + 1, `s${place}`),
    );
    const group = 'Both say so [1, 2] and nobody else [9].';
    const { sections } = assembleReport([
      section('a', many, ...citations),
      section(
        'b',
        group,
        cited(group, '[1, 2]', 1, 's10'),
        cited(group, '[1, 2]', 2, 's0'),
        cited(group, '[9]', 9, null),
      ),
    ]);
    expect(sections[1]?.text).toBe('Both say so [11, 1] and nobody else [9].');
    expect(sections[1]?.claims[0]?.range.end).toBe(sections[1]?.text.length);
  });
});
