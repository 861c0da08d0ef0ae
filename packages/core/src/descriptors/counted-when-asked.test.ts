import { describe, expect, it } from 'vitest';
import { countedWhenAsked } from './counted-when-asked.js';
import { QuotaExceeded } from './errors/descriptor-errors.js';
import { MemoryDescriptorStore } from './memory-descriptor-store.js';

describe('FD-1 a handle costs nothing before somebody asks', () => {
  it('counts when it is first read, once, and is a field like the others', () => {
    let counts = 0;
    const thing = countedWhenAsked({ name: 'a' }, 'lines', () => (counts += 1));
    expect(counts).toBe(0);
    expect({ ...thing }).toEqual({ name: 'a', lines: 1 });
    expect(JSON.stringify(thing)).toBe('{"name":"a","lines":1}');
    expect(thing.lines).toBe(1);
    expect(counts).toBe(1);
  });

  it('FD-7 the quota counts exact bytes where it matters', async () => {
    const origin = { kind: 'turn' as const, turnId: 't' };
    const store = new MemoryDescriptorStore({ now: () => '', quotaBytes: 10 });
    // The upper bound of three bytes per character would be twelve; the actual size is four.
    expect(await store.create({ content: 'abcd', origin })).toMatchObject({ bytes: 4, lines: 1 });
    expect(await store.create({ content: 'é€', origin })).toMatchObject({ bytes: 5 });
    await expect(store.create({ content: 'é', origin })).rejects.toMatchObject({
      usedBytes: 9,
      neededBytes: 2,
    });
    await expect(store.create({ content: '123', origin })).rejects.toBeInstanceOf(QuotaExceeded);
    expect(await store.create({ content: '1', origin })).toMatchObject({ name: 'fd:3' });
  });
});
