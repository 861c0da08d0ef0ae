import type { LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { ConversationMemory } from '../toolbox/conversation-memory.js';
import { reducePassages } from './reduce-passages.js';

const count = (text: string) => Math.ceil(text.length / 4);
/** Calls with the lengths of their passages, best first. */
const searches = fc.array(fc.array(fc.integer({ min: 40, max: 900 }), { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 4,
});

async function setUp(lengths: readonly (readonly number[])[]) {
  const descriptors = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00.000Z' });
  const memory = new ConversationMemory({
    ledger: { sources: [] },
    descriptors,
    settings: { toolResultTokens: 1_000_000 },
  });
  const results: LanguageModelV4ToolResultPart[] = [];
  for (const [call, passages] of lengths.entries()) {
    const callId = `call-${call}`;
    const chunks = passages.map((length, rank) => ({
      itemId: `item-${call}-${rank}`,
      chunkId: '0',
      title: `T${call}.${rank}`,
      text: `<${call}.${rank}>`.padEnd(length, 'x'),
      score: 1 / (rank + 1),
    }));
    const output = await memory.show({ callId, toolName: 'search', outcome: { text: '', chunks } });
    results.push({ type: 'tool-result', toolCallId: callId, toolName: 'search', output });
  }
  const total = () =>
    results.reduce((sum, { output }) => sum + count(String((output as { value: string }).value)), 0);
  return { descriptors, memory, results, total };
}

async function fitted(lengths: readonly (readonly number[])[], room: number) {
  const { descriptors, memory, results, total } = await setUp(lengths);
  const before = total();
  const { removals } = await reducePassages({
    results,
    passagesOf: (callId, text) => memory.passagesOf(callId, text),
    excess: () => total() - room,
    count,
  });
  const texts = results.map(({ output }) => (output as { value: string }).value);
  const kept = lengths.flatMap((passages, call) =>
    passages.flatMap((_, rank) => (texts[call]?.includes(`<${call}.${rank}>`) ? [`${call}.${rank}`] : [])),
  );
  return { descriptors, before, after: total(), kept, removals };
}

describe('CTX-11 passages of searches make room by rank', () => {
  it('keeps the best of each call, leaves out the worst across all calls first, and stores what left', async () => {
    await fc.assert(
      fc.asyncProperty(searches, fc.integer({ min: 50, max: 4_000 }), async (lengths, room) => {
        const { descriptors, before, after, kept, removals } = await fitted(lengths, room);
        for (const call of lengths.keys()) expect(kept).toContain(`${call}.0`);
        if (before <= room) expect(removals).toEqual([]);
        const ranks = kept.map((name) => Number(name.split('.')[1]));
        const left = lengths.flatMap((passages, call) =>
          passages.flatMap((_, rank) => (kept.includes(`${call}.${rank}`) ? [] : [rank])),
        );
        // Passages are removed strictly by rank, so remaining ranks never exceed removed ones.
        if (left.length > 0) expect(Math.max(...ranks)).toBeLessThanOrEqual(Math.min(...left));
        if (left.length > 0 && after > room) expect(Math.max(...ranks)).toBe(0);
        for (const { descriptor } of removals) {
          const whole = await descriptors.read(descriptor ?? '');
          expect(whole).toContain('<');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never keeps more in less room', async () => {
    await fc.assert(
      fc.asyncProperty(
        searches,
        fc.integer({ min: 50, max: 3_000 }),
        fc.integer({ min: 1, max: 500 }),
        async (lengths, room, less) => {
          const wide = await fitted(lengths, room + less);
          const narrow = await fitted(lengths, room);
          expect(narrow.kept.every((name) => wide.kept.includes(name))).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});
