import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type FakeOpenAIServer,
  PacketRecorder,
  startFakeOpenAIServer,
  testTurnOptions,
} from '../testing/index.js';
import { runTurn } from './run-turn.js';
import { defineTool } from '../messages/tool.js';

let server: FakeOpenAIServer;
beforeAll(async () => {
  server = await startFakeOpenAIServer({ apiKey: 'right-key-1234567890' });
});
afterAll(() => server.close());

const search = defineTool({
  name: 'search',
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  isSearch: true,
  execute: async () => ({
    text: '',
    chunks: [
      { itemId: 'a', chunkId: '1', title: 'A', text: 'The report says that several teams gained.', score: 1 },
    ],
  }),
});

const once = {
  maxAttempts: 1,
  initialDelayMilliseconds: 0,
  factor: 1,
  maxDelayMilliseconds: 0,
  maxRetryAfterMilliseconds: 0,
};

async function ask(
  modelName: string,
  changes: { apiKey?: string; attempts?: number; silence?: number; baseURL?: string } = {},
) {
  const provider = createOpenAICompatible({
    name: 'fake',
    baseURL: changes.baseURL ?? server.url,
    apiKey: changes.apiKey ?? 'right-key-1234567890',
    includeUsage: true,
  });
  const recorder = new PacketRecorder();
  const turn = runTurn(
    testTurnOptions({
      model: provider.chatModel(modelName),
      tools: [search],
      onPacket: recorder.record,
      retry: { ...once, maxAttempts: changes.attempts ?? 1 },
      timeLimits: {
        firstTokenMilliseconds: changes.silence ?? 20_000,
        silenceMilliseconds: changes.silence ?? 20_000,
      },
    }),
  );
  const result = await turn.result;
  expect(recorder.problems).toEqual([]);
  expect(recorder.answerText).toBe(result.shownAnswer);
  return { result, recorder };
}

describe('FLOW-9 over HTTP', () => {
  it('answers through a real provider, with a tool call, reasoning and citations', async () => {
    const { result } = await ask('fake/tools=1,reasoning=3,quote');
    expect(result).toMatchObject({
      status: 'complete',
      answer: 'The report says that several teams gained [1].',
      citations: [{ number: 1, verdict: 'supported' }],
    });
    expect(result.usage.inputTokens).toBeGreaterThan(100);
  });

  // A sample over the network; run-turn.cut.test.ts cuts at every byte.
  it('ends well or with an error, keeping what came, wherever the answer is cut', async () => {
    const whole = (await ask('fake/tokens=2,cite=1')).result.answer;
    const cuts = [...Array.from({ length: 20 }, (_, index) => index * 50), 5_000];
    const results = await Promise.all(
      cuts.map(async (cut) => (await ask(`fake/tokens=2,cite=1,cut=${cut}`)).result),
    );
    const lengths = results.map((result) => result.answer.length);
    expect(results.every((result) => whole.startsWith(result.answer))).toBe(true);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    const complete = results.filter((result) => result.status === 'complete');
    expect(complete.map((result) => result.answer)).toEqual(complete.map(() => whole));
    expect(results.at(-1)).toBe(complete.at(-1));
    const failed = results.filter((result) => result.status !== 'complete');
    expect(failed.length).toBeGreaterThan(9);
    const codes = new Set(failed.map((result) => result.error?.code));
    expect(codes).toEqual(new Set(['unavailable', 'stream_interrupted']));
    expect(failed.every((result) => result.status === 'failed' && result.error?.retryable)).toBe(true);
  });

  it('ends with an error at whichever step the provider fails, and a retry works', async () => {
    for (const step of [0, 1, 2]) {
      const model = `fake/tools=2,tokens=5,error=500,errorat=${step},errors=${step + 1}`;
      const { result } = await ask(model);
      expect(result).toMatchObject({ status: 'failed', error: { code: 'unavailable' } });
      expect(result.steps.filter((one) => one.calls[0]?.outcome?.chunks)).toHaveLength(step);
      // The server has counted this step's failure and accepts further requests.
      const again = await ask(model);
      expect(again.result).toMatchObject({ status: 'complete' });
    }
  });

  it.each([
    ['a hang before the headers', 'fake/hang', ''],
    ['a hang in the stream', 'fake/hang=3', 'The report says '],
  ])('times out on %s', async (_, model, answer) => {
    const { result } = await ask(model, { silence: 600 });
    expect(result).toMatchObject({ status: 'failed', answer, error: { code: 'time_out' } });
  });

  it('reports an error event in the stream, and a stream without an end', async () => {
    const event = await ask('fake/streamerror=2');
    expect(event.result).toMatchObject({
      status: 'failed',
      answer: 'The report ',
      error: { code: 'unavailable' },
    });
    const open = await ask('fake/tokens=2,nofinish');
    expect(open.result).toMatchObject({ status: 'failed', error: { code: 'stream_interrupted' } });
  });

  it('retries before the first token', async () => {
    const { result } = await ask('fake/error=429,errors=2,tokens=3', { attempts: 3 });
    expect(result).toMatchObject({ status: 'complete', answer: 'The report says. ' });
  });

  it('tells a wrong key, an unknown model and a wrong address apart, without the key in the message', async () => {
    const key = 'sk-wrong-AbC1234567890';
    const wrongKey = await ask('fake/plain', { apiKey: key });
    expect(wrongKey.result.error).toMatchObject({ code: 'authentication', retryable: false });
    expect(JSON.stringify(wrongKey.recorder.packets)).not.toContain('wrong-AbC');
    expect((await ask('gpt-9')).result.error).toMatchObject({ code: 'unknown_model' });
    const nowhere = await ask('fake/plain', { baseURL: 'http://127.0.0.1:9/v1' });
    expect(nowhere.result.error).toMatchObject({ code: 'unavailable' });
  });

  it('MOD-4 says how much the model takes where nothing can be made to fit', async () => {
    const { result } = await ask('fake/context=10');
    expect(result).toMatchObject({ status: 'failed', error: { code: 'context_too_long' } });
    expect(result.error?.message).toContain('takes 10 tokens at a time');
  });

  it('recovers from calls written as text, damaged arguments and empty answers', async () => {
    expect((await ask('fake/tools=1,written=json')).result).toMatchObject({ status: 'complete' });
    expect((await ask('fake/tools=1,written=xml')).result.steps[0]?.calls[0]?.outcome?.chunks).toHaveLength(
      1,
    );
    const damaged = await ask('fake/tools=1,badjson,tokens=2');
    expect(damaged.result).toMatchObject({ status: 'complete' });
    expect(damaged.result.steps[0]?.calls[0]?.outcome?.isError).toBe(true);
    expect((await ask('fake/empty')).result.error).toMatchObject({ code: 'empty_response' });
    expect((await ask('fake/filter,tokens=2')).result.error).toMatchObject({ code: 'content_policy' });
  });

  it('lets go of the connection when it is stopped', async () => {
    const provider = createOpenAICompatible({
      name: 'fake',
      baseURL: server.url,
      apiKey: 'right-key-1234567890',
    });
    const before = server.openConnections;
    const turn = runTurn(testTurnOptions({ model: provider.chatModel('fake/tokens=10000,gap=1') }));
    await new Promise<void>((resolve) => {
      turn.subscribe((packet) => {
        if (packet.type === 'answer-delta') resolve();
      });
    });
    turn.stop();
    expect(await turn.result).toMatchObject({ status: 'stopped' });
    await expect.poll(() => server.openConnections).toBeLessThanOrEqual(before);
  });
});
