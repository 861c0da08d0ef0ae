import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PacketRecorder, scriptedModel, testTurnOptions } from '../testing/index.js';
import { runTurn } from './run-turn.js';
import { defineTool } from './tool.js';

const search = defineTool({
  name: 'search',
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  isSearch: true,
  execute: async ({ query }, { progress }) => {
    progress(`searching ${query}`, { subTurnIndex: 0 });
    return {
      text: '',
      chunks: [{ itemId: 'a', chunkId: '1', title: 'A', text: 'Alpha is first.', score: 1 }],
    };
  },
});

describe('FLOW-6 a turn', () => {
  it('calls a tool, narrates, and answers', async () => {
    const recorder = new PacketRecorder();
    const model = scriptedModel([
      [
        { reasoning: 'Hm.' },
        { text: 'Let me look.' },
        { call: 'search', input: { query: 'alpha' }, deltas: 3 },
      ],
      [{ text: ['Alpha ', 'is first', ' [1].'] }],
    ]);
    const turn = runTurn(testTurnOptions({ model, tools: [search], onPacket: recorder.record }));
    const result = await turn.result;
    model.assertFinished();

    expect(recorder.problems).toEqual([]);
    expect(result.error).toBeNull();
    expect(result).toMatchObject({ status: 'complete', reason: 'complete', answer: 'Alpha is first [1].' });
    expect(result.steps[0]).toMatchObject({
      reasoning: 'Hm.',
      narration: 'Let me look.',
      calls: [{ toolName: 'search', input: { query: 'alpha' } }],
    });
    expect(result.ledger.sources).toMatchObject([{ number: 1, itemId: 'a' }]);
    expect(recorder.answerText).toBe(result.shownAnswer);
    expect(result.usage).toEqual({ inputTokens: 20, outputTokens: 10 });
  });
});
