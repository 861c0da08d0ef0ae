import { describe, expect, it } from 'vitest';
import { FoundPagesCache } from './found-pages.js';

describe('pages that were found', () => {
  it('are kept until there are too many, the newest longest, and the last one always', () => {
    const cache = new FoundPagesCache({ mostStarts: 10 });
    const grow = (key: string, starts: number) => {
      const list = cache.get(key);
      while (list.starts.length < starts) list.starts.push(list.starts.length);
      cache.trim();
      return list;
    };
    const a = grow('a', 4);
    const b = grow('b', 4);
    expect(cache.get('a')).toBe(a);
    grow('c', 4);
    expect(cache.get('a')).toBe(a);
    expect(cache.get('b')).not.toBe(b);
    const large = grow('large', 50);
    expect(cache.get('large')).toBe(large);
    expect(cache.get('a')).not.toBe(a);
  });
});
