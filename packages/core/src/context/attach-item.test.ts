import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleContext } from './assemble-context.js';
import { attachItem, ItemTooLarge } from './attach-item.js';
import { chunkOf, inputOf, model, userMessage } from './context.test-helper.js';
import { textFromChunks } from './text-from-chunks.js';

describe('CTX-4 an item picked from search results', () => {
  test('is put together from its chunks exactly, however they overlap', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 200 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat(10)), { minLength: 1, maxLength: 40 }),
        (text, cuts) => {
          const chunks = [];
          let position = 0;
          for (const [length, overlap] of [...cuts, [200, 0] as const]) {
            const start = Math.max(0, position - overlap);
            const end = Math.min(text.length, position + length);
            if (position >= text.length) break;
            chunks.push(
              chunkOf('i', `${chunks.length}`, {
                text: text.slice(start, end),
                span: { start, end },
                ordinal: chunks.length,
              }),
            );
            position = end;
          }
          expect(textFromChunks(chunks.toReversed())).toBe(text);
        },
      ),
    );
  });

  test('without spans its chunks stand in their order', () => {
    const chunks = [
      chunkOf('i', 'b', { text: 'Second.', ordinal: 1 }),
      chunkOf('i', 'a', { text: 'First.', ordinal: 0 }),
    ];
    expect(textFromChunks(chunks)).toBe('First.\n\nSecond.');
    expect(textFromChunks([chunkOf('i', 'a', { text: null })])).toBe('');
  });

  test('is attached like a file, under the number its item has', () => {
    const ledger = { sources: [{ number: 1, itemId: 'lease', title: 'Lease', origin: 'tool' as const }] };
    const file = attachItem({
      itemId: 'lease',
      title: 'Lease',
      chunks: [chunkOf('lease', '1')],
      descriptor: 'fd:2',
      model,
    });
    expect(file).toMatchObject({ state: 'counted', itemId: 'lease', text: 'Text of lease 1.' });
    const context = assembleContext(
      inputOf({ ledger, current: { user: userMessage(1, { files: [file] }), steps: [] } }),
    );
    expect(context.report.parts.find((part) => part.kind === 'files')?.text).toContain(
      '"document":1,"title":"Lease"',
    );
  });

  test('cannot be picked when it is too large', () => {
    const chunks = [chunkOf('lease', '1', { text: 'word '.repeat(9000) })];
    const small = { ...model, contextWindow: 10_000 };
    expect(() =>
      attachItem({ itemId: 'lease', title: 'Lease', chunks, descriptor: null, model: small }),
    ).toThrow(ItemTooLarge);
  });
});
