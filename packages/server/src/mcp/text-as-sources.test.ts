import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textAsSources } from './text-as-sources.js';

const LINE = 'The harbour master is called Odalys Brandt.';

describe('API-3 what tools of others return is a source', () => {
  it('keeps every word, in passages that say where they stand', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 300 }), { maxLength: 40 }), (lines) => {
        const text = lines.join('\n');
        const { chunks = [] } = textAsSources({ text, title: 'a', origin: 'a b' });
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
    const of = (text: string) => textAsSources({ text, title: 'a', origin: 'a b' });
    expect(of(LINE).chunks?.[0]?.itemId).toBe(of(LINE).chunks?.[0]?.itemId);
    expect(of(LINE).chunks?.[0]?.itemId).not.toBe(of(`${LINE}!`).chunks?.[0]?.itemId);
    expect(of('long '.repeat(10_000)).chunks).toBeUndefined();
    expect(of('42').chunks).toBeUndefined();
  });
});
