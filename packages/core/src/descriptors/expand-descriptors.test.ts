import { describe, expect, it } from 'vitest';
import { DescriptorNotFound, InvalidDescriptorParameter } from './errors/descriptor-errors.js';
import { expandDescriptors } from './expand-descriptors.js';
import { MemoryDescriptorStore } from './memory-descriptor-store.js';

async function setUp() {
  const store = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00.000Z' });
  const origin = { kind: 'reference', turnId: 't' } as const;
  await store.create({ content: 'FIRST', origin });
  await store.create({ content: 'one', origin, reference: 'p' });
  await store.create({ content: 'two', origin, reference: 'p' });
  return store;
}

describe('FD handles in the arguments of other tools', () => {
  it('are replaced where the tool says so, and nowhere else', async () => {
    const store = await setUp();
    const input = { text: 'fd:1', other: 'fd:1', list: ['ref:p', 'ref:p@1', 'x'], count: 3 };
    expect(await expandDescriptors({ input, names: ['text', 'list', 'count'], store })).toEqual({
      text: 'FIRST',
      other: 'fd:1',
      list: ['two', 'one', 'x'],
      count: 3,
    });
  });

  it('are replaced inside a longer text only in braces', async () => {
    const store = await setUp();
    const input = { text: 'see fd:1: {{fd:1}}, {{ ref:p@1 }}; {{no}}' };
    expect(await expandDescriptors({ input, names: ['text'], store })).toEqual({
      text: 'see fd:1: FIRST, one; {{no}}',
    });
  });

  it('are an error when nothing is there, or too much', async () => {
    const store = await setUp();
    const names = ['text'];
    await expect(expandDescriptors({ input: { text: 'fd:7' }, names, store })).rejects.toThrow(
      DescriptorNotFound,
    );
    await expect(
      expandDescriptors({ input: { text: '{{fd:1}}{{fd:1}}' }, names, store, maxCharacters: 9 }),
    ).rejects.toThrow(InvalidDescriptorParameter);
  });
});
