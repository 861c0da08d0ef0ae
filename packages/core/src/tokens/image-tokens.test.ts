import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageTokens } from './image-tokens.js';

test('CTX-5 the cost comes from the size, grows with it and is bounded', () => {
  expect(imageTokens({ width: 100, height: 100 })).toBe(255);
  expect(imageTokens({ width: 1024, height: 1024 })).toBe(1399);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
      const cost = imageTokens({ width, height });
      expect(cost).toBe(imageTokens({ width: height, height: width }));
      expect(cost).toBeGreaterThanOrEqual(255);
      expect(cost).toBeLessThanOrEqual(2500);
    }),
  );
});

test('an unknown size counts as a large one', () => {
  for (const size of [
    { width: 0, height: 0 },
    { width: -1, height: 5 },
    { width: Number.NaN, height: 5 },
  ]) {
    expect(imageTokens(size)).toBe(imageTokens({ width: 2048, height: 2048 }));
  }
});
