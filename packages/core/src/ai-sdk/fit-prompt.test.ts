import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextOverflow } from '../context/context-overflow.js';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { fitPrompt } from './fit-prompt.js';
import { messageTokens } from './prompt-text.js';

const count = (text: string) => Math.ceil(text.length / 4);
const budget = (available: number) => ({
  window: available,
  reservedOutput: 0,
  safetyMargin: 0,
  toolDefinitions: 0,
  available,
});
const user = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });

function call(id: string, result: string): LanguageModelV4Message[] {
  const shared = { toolCallId: id, toolName: 'look' };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', input: {}, ...shared }] },
    { role: 'tool', content: [{ type: 'tool-result', output: { type: 'text', value: result }, ...shared }] },
  ];
}

/** Enough tokens for the shortest form of every prompt generated here. */
const ROOM_THAT_IS_ALWAYS_ENOUGH = 700;

const size = fc.integer({ min: 0, max: 4_000 });
const turn = fc.tuple(size, fc.array(size, { maxLength: 3 }));
const prompt = fc
  .tuple(fc.array(turn, { maxLength: 6 }), turn)
  .map(([past, current]): LanguageModelV4Prompt => {
    const messages: LanguageModelV4Message[] = [{ role: 'system', content: 'Rules.' }];
    for (const [at, [length, results]] of past.entries()) {
      messages.push(
        user('p'.repeat(length)),
        ...results.flatMap((one, n) => call(`${at}-${n}`, 'r'.repeat(one))),
      );
      messages.push({ role: 'assistant', content: [{ type: 'text', text: 'Done.' }] });
    }
    const [length, results] = current;
    return [
      ...messages,
      user('q'.repeat(length)),
      ...results.flatMap((one, n) => call(`c-${n}`, 's'.repeat(one))),
    ];
  });

describe('CTX-10, CTX-11 a prompt of another library', () => {
  it('is never over the budget, keeps calls with their results, and loses nothing', async () => {
    let reduced = 0;
    await fc.assert(
      fc.asyncProperty(prompt, fc.integer({ min: 200, max: 6_000 }), async (given, available) => {
        const store = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00.000Z' });
        const before = JSON.stringify(given);
        const handleOf = async (content: string, origin: Parameters<typeof store.create>[0]['origin']) =>
          (await store.create({ content, origin })).name;
        const reminder = [user('Cite.')];
        const fitting = fitPrompt({ prompt: given, reminder, budget: budget(available), count, handleOf });
        const fitted = await fitting.catch((error: unknown) => {
          if (error instanceof ContextOverflow) return null;
          throw error;
        });
        expect(JSON.stringify(given)).toBe(before);
        if (!fitted) {
          // Even with everything paged out, the system message, the reminder and the previews need room.
          expect(available).toBeLessThan(ROOM_THAT_IS_ALWAYS_ENOUGH);
          return;
        }
        reduced += Number(fitted.removals.length > 0);
        const total = fitted.prompt.reduce((sum, message) => sum + messageTokens(message, count), 0);
        expect(total).toBeLessThanOrEqual(available);
        expect(fitted.prompt.at(-1)).toEqual(reminder[0]);
        const ids = (type: string) =>
          fitted.prompt.flatMap(({ content }) =>
            typeof content === 'string'
              ? []
              : content.flatMap((part) =>
                  'toolCallId' in part && part.type === type ? [part.toolCallId] : [],
                ),
          );
        expect(ids('tool-result')).toEqual(ids('tool-call'));
        for (const { descriptor } of fitted.removals)
          expect(await store.read(descriptor ?? '')).not.toBeNull();
        if (fitted.removals.length === 0) expect(fitted.prompt.slice(0, -1)).toEqual(given);
      }),
      { numRuns: 80 },
    );
    expect(reduced).toBeGreaterThan(20);
  });

  it('says what does not fit', async () => {
    const options = { reminder: [], budget: budget(10), count, handleOf: async () => null };
    const fitting = fitPrompt({
      prompt: [{ role: 'system', content: 'x'.repeat(400) }, user('Hi')],
      ...options,
    });
    await expect(fitting).rejects.toMatchObject({
      code: 'context_overflow',
      parts: [{ kind: 'system' }, { kind: 'user' }],
    });
  });
});
