import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dynamicToolName } from './dynamic-tool-name.js';

const kind = fc.constantFrom('more' as const, 'page' as const);

describe('AGR-4 names of dynamic tools', () => {
  it('are valid for every provider, whatever the title', () => {
    fc.assert(
      fc.property(
        kind,
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        (of, itemId, title) => {
          expect(dynamicToolName({ kind: of, itemId, title })).toMatch(/^[a-z][a-z0-9_]{0,63}$/u);
        },
      ),
    );
  });

  it('never collide for two items, nor for two kinds of one item', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 20 }),
        fc.string(),
        (ids, title) => {
          const names = ids.flatMap((itemId) => [
            dynamicToolName({ kind: 'more', itemId, title }),
            dynamicToolName({ kind: 'page', itemId, title }),
          ]);
          expect(new Set(names).size).toBe(names.length);
        },
      ),
    );
  });
});
