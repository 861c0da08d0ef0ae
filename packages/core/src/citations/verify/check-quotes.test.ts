import { describe, expect, it } from 'vitest';
import { checkQuotes } from './check-quotes.js';

const chunks = [
  'Nothing here.',
  'He cries out: “A horse, a horse, my kingdom for a horse!” and falls. Then all is quiet again in the field.',
].map((text, index) => ({ itemId: 'play', chunkId: String(index), title: 'Play', text, score: 1 }));
const found = (sentence: string) => checkQuotes({ sentence, chunks }).map((check) => check.found);

describe('CIT-5 quotations', () => {
  it.each([
    ['He says "a horse, a horse, my kingdom for a horse" [1].', ['exact']],
    ['He says “A horse, a horse, my kingdoms for one horse!” [1].', ['near']],
    ['He says “A horse, a horse, my kingdoms for a horse!” [1].', ['near']],
    ['He says “A horse, a horse, my kingdom for a single horse!” [1].', ['near']],
    ['He says «my kingdom for a horse … all is quiet again».', ['exact']],
    ['It says "all is never quiet in those woods".', ['missing']],
    ['The so-called "horse scene" is famous.', []],
  ])('%j', (sentence, expected) => {
    expect(found(sentence)).toEqual(expected);
  });

  it('finds a row whose columns have units', () => {
    const text =
      '| Kiln | Glaze | Heat (°C) | Time (h) | Price (£) |\n|---|---|---|---|---|\n| K2 | celadon | 1280 | 9.5 | 40 |';
    const rows = [{ itemId: 'kilns', chunkId: '0', title: 'Kilns', text, score: 1 }];
    const check = (quote: string) => checkQuotes({ sentence: `“${quote}” [1]`, chunks: rows })[0]?.found;
    expect(check('K2 | celadon | 1280 | 9.5 | 40')).toBe('exact');
    expect(check('K3 | copper | 1240 | 8.5 | 30')).toBe('missing');
  });

  it('tells the place', () => {
    const [check] = checkQuotes({ sentence: '"my kingdom for a horse"', chunks });
    expect(chunks[1]?.text.slice(check?.place?.start, check?.place?.end)).toBe('my kingdom for a horse');
  });
});
