import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pastTurn } from '../context/context.test-helper.js';
import { testModelProfile } from '../testing/index.js';
import { play } from './play.test-helper.js';
import { defineTool } from '../messages/tool.js';

describe('CIT-7 calls made before the first step', () => {
  const search = defineTool({
    name: 'search',
    description: 'Searches.',
    inputSchema: z.object({ query: z.string() }),
    isSearch: true,
    execute: ({ query }) =>
      Promise.resolve({
        text: '',
        chunks: [
          {
            chunkId: 'c1',
            itemId: 'i1',
            title: 'Lights',
            text: `The lamp burns oil. ${query}`,
            span: { start: 0, end: 30 },
          },
        ] as never,
      }),
  });

  it('give the model evidence it did not ask for, numbered and cited like any other', async () => {
    const { result, model } = await play({
      script: [[{ text: 'The lamp burns oil [1].' }]],
      question: 'What does the lamp burn?',
      tools: [search],
      firstCalls: [
        { toolName: 'search', input: { query: 'lamp' } },
        { toolName: 'unknown', input: {} },
      ],
    });
    expect(result).toMatchObject({ status: 'complete', answer: 'The lamp burns oil [1].' });
    expect(result.steps[0]?.calls.map((call) => call.toolName)).toEqual(['search']);
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('The lamp burns oil.');
    expect(result.ledger.sources).toHaveLength(1);
    expect(result.citations[0]).toMatchObject({ number: 1, itemId: 'i1' });
  });

  it('CTX-11 have the room that a call of the first step has, in a fresh and in a full conversation', async () => {
    const rooms: number[] = [];
    const measure = defineTool({
      ...search,
      execute: (_input, { availableTokens }) => {
        rooms.push(availableTokens);
        return Promise.resolve({ text: 'Nothing.' });
      },
    });
    const pastTurns = Array.from({ length: 40 }, (_, index) =>
      pastTurn(index, { user: { text: 'Tell me more of it. '.repeat(50) } }),
    );
    for (const contextWindow of [2_048, 8_192])
      for (const turns of [[], pastTurns]) {
        const model = { ...testModelProfile, contextWindow, maxOutputTokens: 512 };
        await play({
          script: [[{ call: 'search', input: { query: 'another' } }], [{ text: 'Well.' }]],
          tools: [measure],
          context: { model, pastTurns: turns },
          firstCalls: [{ toolName: 'search', input: { query: 'lamp' } }],
        });
      }
    const [first = 0, later = 0, firstFull, laterFull, wide = 0] = rooms;
    expect([firstFull, laterFull]).toEqual([first, later]);
    // The later call shares the context with the first one.
    expect(first - later).toBeLessThan(200);
    expect(first).toBeGreaterThan(later);
    expect(wide).toBeGreaterThan(8_192 / 2);
  });

  it('leave the turn as it is where there are none', async () => {
    const { result } = await play({ script: [[{ text: 'Well.' }]], firstCalls: [] });
    expect(result.steps.flatMap((step) => step.calls)).toEqual([]);
  });
});
