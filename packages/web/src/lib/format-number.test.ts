import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatNumber } from './format-number.js';

it('writes whole numbers as English does', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), (value) => {
      expect(formatNumber(value)).toBe(value.toLocaleString('en'));
    }),
  );
});
