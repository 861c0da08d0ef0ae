import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from './split-words.js';

const words = (text: string) => splitWords(text).map(({ word }) => word);

describe('KB-4 the words of a text', () => {
  it('keeps hyphens and apostrophes inside words', () => {
    expect(words("the well-known keeper's -lamp- of '89, item_7 x- 'y' 1'2 3-4")).toEqual([
      'the',
      'well-known',
      "keeper's",
      'lamp',
      'of',
      '89',
      'item_7',
      'x',
      'y',
      '1',
      '2',
      '3-4',
    ]);
  });

  it('are the same whether or not the text has only ASCII characters', () => {
    const sign = fc.constantFrom("'", '-', '_', ' ', '.', '\n', 'a', 'B', '7', '\t', '\u007f', '\u0000');
    const text = fc.array(fc.oneof(sign, fc.string({ maxLength: 2 })), { maxLength: 14 });
    fc.assert(
      fc.property(text, (signs) => {
        const ascii = signs.join('').replaceAll(/[\u0080-\uffff]/g, '');
        expect(splitWords(ascii)).toEqual(splitWords(`${ascii} \u00e9`).slice(0, -1));
      }),
      { numRuns: 2_000 },
    );
  });
});
