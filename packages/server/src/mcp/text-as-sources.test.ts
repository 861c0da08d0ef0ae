import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultParts } from './result-parts.js';
import { textAsSources } from './text-as-sources.js';

/** As a tool returns it, without a name. */
const sourcesOf = (text: string) =>
  textAsSources({ parts: resultParts([{ type: 'text', text }]), title: 'a', origin: 'a b' });
const LINE = 'The harbour master is called Odalys Brandt.';

describe('API-3 what tools of others return is a source', () => {
  it('keeps every word, in passages that say where they stand', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 300 }), { maxLength: 40 }), (lines) => {
        const text = lines.join('\n');
        const { chunks = [] } = sourcesOf(text);
        for (const { text: part, span } of chunks) expect(text.slice(span?.start, span?.end)).toBe(part);
        if (text.trim().length >= 40)
          expect(
            chunks
              .map((chunk) => chunk.text)
              .join('')
              .trim(),
          ).toBe(text.trim());
      }),
    );
  });

  it('is the same source for the same text, and leaves what is long to be read in pages', () => {
    const of = sourcesOf;
    expect(of(LINE).chunks?.[0]?.itemId).toBe(of(LINE).chunks?.[0]?.itemId);
    expect(of(LINE).chunks?.[0]?.itemId).not.toBe(of(`${LINE}!`).chunks?.[0]?.itemId);
    expect(of('long '.repeat(10_000)).chunks).toBeUndefined();
    for (const short of ['42', 'ok', 'File saved.']) expect(of(short)).toEqual({ text: short });
    // A fact may be short.
    expect(of('High water is at 04:01.').chunks).toMatchObject([
      { title: 'a', text: 'High water is at 04:01.' },
    ]);
  });

  it('is called as the server calls it, by a link beside it or the address of what it is a part of', () => {
    const text = (words: string) => ({ type: 'text', text: words });
    const link = (place: string) => ({
      type: 'resource_link',
      name: place.toLowerCase(),
      title: `Tides at ${place}`,
      uri: `https://tides.example/${place}`,
    });
    const named = (content: unknown) => {
      const { chunks = [] } = textAsSources({
        parts: resultParts(content),
        title: 'tides: table',
        origin: 'a b',
      });
      return chunks.map(({ title, url = null, text: said }) => [title, url, said]);
    };
    const [husum, emden] = ['High water at Husum is at 04:01.', 'High water at Emden is at 02:30.'];
    expect(named([link('Husum'), text(husum)])).toEqual([
      ['Tides at Husum', 'https://tides.example/Husum', husum],
    ]);
    expect(named([text(husum), link('Husum'), text(emden), link('Emden'), text(LINE)])).toEqual([
      ['Tides at Husum', 'https://tides.example/Husum', husum],
      ['Tides at Emden', 'https://tides.example/Emden', emden],
      ['tides: table', null, LINE],
    ]);
    const resource = { uri: 'file:///tides/husum.txt', text: husum };
    expect(named([{ type: 'resource', resource }])).toEqual([['file:///tides/husum.txt', null, husum]]);
    // Only links to web pages are kept.
    expect(named([text(husum), { type: 'resource_link', name: 'x', uri: 'javascript:alert(1)' }])).toEqual([
      ['x', null, husum],
    ]);
    expect(
      named([text('same same same'), link('Husum'), text('same same same'), link('Emden')]),
    ).toHaveLength(2);
  });
});
