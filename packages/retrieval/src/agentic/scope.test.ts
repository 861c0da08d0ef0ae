import { describe, expect, it } from 'vitest';
import { InvalidScope, narrowScope, parseScope } from './scope.js';

describe('AGR-7 scope', () => {
  it('reads whole bases and single items', () => {
    expect(parseScope(['handbook', 'voyages/item-1', 'voyages/item-2'])).toEqual({
      knowledgeBaseIds: ['handbook'],
      itemIds: ['item-1', 'item-2'],
    });
    expect(parseScope([])).toBeNull();
  });

  it.each(['', '/item', 'kb/', 'kb/item/more'])('refuses %j', (entry) => {
    expect(() => parseScope([entry])).toThrow(InvalidScope);
  });

  it('is narrowed by confirmed bases, never widened', () => {
    expect(narrowScope(null, null)).toBeNull();
    expect(narrowScope(null, ['a'])).toEqual({ knowledgeBaseIds: ['a'], itemIds: [] });
    const scope = { knowledgeBaseIds: ['a', 'b'], itemIds: ['i'] };
    expect(narrowScope(scope, ['b', 'c'])).toEqual({ knowledgeBaseIds: ['b'], itemIds: ['i'] });
  });
});
