import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyJson } from './copy-json.js';

describe('copyJson', () => {
  it('is what JSON makes of a value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(
          JSON.stringify(value, (key, entry) => (key === '__proto__' ? undefined : entry)),
        );
        expect(copyJson(value)).toEqual(plain);
      }),
    );
  });

  it('shares nothing with the original', () => {
    const value = { list: [{ a: 1 }] };
    const copied = copyJson(value);
    value.list[0]!.a = 2;
    expect(copied).toEqual({ list: [{ a: 1 }] });
  });

  it('leaves out what is no JSON, cycles included, however many they are', () => {
    const cyclic: Record<string, unknown> = { name: 'x', run: () => 1, at: new Date(0), not: Number.NaN };
    for (let index = 0; index < 20; index++) cyclic[`self${index}`] = cyclic;
    expect(copyJson(cyclic)).toEqual({ name: 'x', at: '1970-01-01T00:00:00.000Z', not: null });
    expect(copyJson(() => 1)).toBeUndefined();
    // Every level holds the next one twice: exponential unless bounded.
    let doubled: unknown = 'leaf';
    for (let level = 0; level < 60; level++) doubled = [doubled, doubled];
    expect(Array.isArray(copyJson(doubled))).toBe(true);
  });
});
