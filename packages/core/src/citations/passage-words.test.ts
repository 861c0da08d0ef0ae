import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passageWords } from './passage-words.js';

describe('ANS-4 words by which a link finds its passage again', () => {
  it.each([
    ['The mooring fee is 40 crowns.', 'The mooring fee is 40 crowns.'],
    ['## Fees\n\n- The mooring fee is 40 crowns.', 'The mooring fee is 40 crowns.'],
    // A row may have a label in its first cell.
    ['| | U2 | four beds and a desk |', 'four beds and a desk'],
    ['| A | 12 | B4 |', '12'],
    ['', ''],
  ])('%j: %j', (text, words) => expect(passageWords(text)).toBe(words));

  it('stand in the passage, in one line, and are short enough for an address', () => {
    const word = fc.constantFrom('fee', 'harbour', '|', '\n', '- ', '🌊🌊', 'x'.repeat(120), '40 %');
    fc.assert(
      fc.property(
        fc.array(word).map((words) => words.join(' ')),
        (text) => {
          const words = passageWords(text);
          expect(text).toContain(words);
          expect(words.length).toBeLessThanOrEqual(80);
          expect(words).not.toMatch(/[\n|]/u);
          expect(() => encodeURIComponent(words)).not.toThrow();
          if (/[a-z]/u.test(text)) expect(words).not.toBe('');
        },
      ),
    );
  });
});
