import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingText } from './growing-text.js';

describe('FLOW-3 what was said piece by piece', () => {
  it('is all there and in order, at every size and after every start anew', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ maxLength: 9 }), { maxLength: 400 }), { maxLength: 3 }),
        (texts) => {
          const text = new GrowingText();
          for (const pieces of texts) {
            for (const piece of pieces) text.add(piece);
            expect(text.toString()).toBe(pieces.join(''));
            text.clear();
            expect(text.toString()).toBe('');
          }
        },
      ),
    );
  });
});
