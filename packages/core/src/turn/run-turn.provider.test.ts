import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { assembleContext } from '../context/assemble-context.js';
import {
  PacketRecorder,
  scriptedModel,
  type ScriptedStep,
  testClock,
  testTurnOptions,
  testModelProfile,
  testUserMessage,
} from '../testing/index.js';
import { play } from './play.test-helper.js';
import { toolNamed } from './tools.test-helper.js';
import type { DoubtedCount, WindowWatch } from './fit-again.js';
import { runTurn } from './run-turn.js';

function failure(statusCode: number, headers: Record<string, string> = {}, message = 'no'): APICallError {
  return new APICallError({ message, url: 'x', requestBodyValues: {}, statusCode, responseHeaders: headers });
}

async function playOnClock(script: readonly ScriptedStep[], moves: readonly number[]) {
  const clock = testClock();
  const model = scriptedModel(script);
  const recorder = new PacketRecorder();
  const turn = runTurn(testTurnOptions({ model, clock, onPacket: recorder.record }));
  const requests: number[] = [];
  for (const move of moves) {
    await clock.advance(move);
    requests.push(model.requests.length);
  }
  const result = await turn.result;
  expect(recorder.problems).toEqual([]);
  return { result, requests, clock, model };
}

function watching(learned: unknown[], ratio: number | null = null): WindowWatch {
  return { ratio, onMeasured: () => {}, onLearned: (window) => learned.push(window) };
}

describe('FLOW-9 retries', () => {
  it('waits longer from attempt to attempt and then goes on as if nothing had been', async () => {
    const { result, requests, clock } = await playOnClock(
      [[{ error: failure(503) }], [{ error: failure(500) }], [{ text: 'Here.' }]],
      [0, 499, 1, 1_499, 1],
    );
    expect(requests).toEqual([1, 1, 2, 2, 3]);
    expect(result).toMatchObject({ status: 'complete', answer: 'Here.' });
    expect(result.warnings.map((warning) => warning.code)).toEqual(['provider_retry', 'provider_retry']);
    expect(clock.pending).toBe(0);
  });

  it('honours retry-after, and tells the person when it is too long', async () => {
    const { requests } = await playOnClock(
      [[{ error: failure(429, { 'retry-after': '20' }) }], [{ text: 'Here.' }]],
      [0, 19_999, 1],
    );
    expect(requests).toEqual([1, 1, 2]);
    const { result } = await play({ script: [[{ error: failure(429, { 'retry-after': '3600' }) }]] });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'rate_limit', retryable: true } });
    expect(result.error?.message).toContain('3600 s');
  });

  it('repeats nothing that waiting cannot help', async () => {
    for (const [status, code] of [
      [401, 'authentication'],
      [404, 'unknown_model'],
      [400, 'invalid_request'],
    ] as const) {
      const { result } = await play({ script: [[{ error: failure(status) }]] });
      expect(result).toMatchObject({ status: 'failed', error: { code, retryable: false } });
    }
  });

  it('repeats nothing after the first token, and keeps what came', async () => {
    const { result } = await play({ script: [[{ text: 'Half of it' }, { error: failure(503) }]] });
    expect(result).toMatchObject({ status: 'failed', answer: 'Half of it', error: { code: 'unavailable' } });
    const cut = await play({ script: [[{ reasoning: 'Hm' }, { cut: true }]] });
    expect(cut.result).toMatchObject({ status: 'failed', error: { code: 'stream_interrupted' } });
    expect(cut.result.steps[0]?.reasoning).toBe('Hm');
  });

  it('repeats what a gateway timed out', async () => {
    const { result } = await playOnClock([[{ error: failure(504) }], [{ text: 'Here.' }]], [0, 500]);
    expect(result).toMatchObject({ status: 'complete', answer: 'Here.' });
  });

  it('repeats a stream that broke before its first token', async () => {
    const { result } = await playOnClock([[{ cut: true }], [{ text: 'Here.' }]], [0, 500]);
    expect(result).toMatchObject({ status: 'complete', answer: 'Here.' });
  });

  it('gives up after the attempts it has', async () => {
    const step: ScriptedStep = [{ error: failure(503) }];
    const { result } = await playOnClock([step, step, step], [0, 500, 1_500]);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'unavailable', retryable: true } });
  });

  it('stops at once while it waits for the next attempt', async () => {
    const clock = testClock();
    const turn = runTurn(testTurnOptions({ model: scriptedModel([[{ error: failure(503) }]]), clock }));
    await clock.advance(10);
    expect(clock.pending).toBe(1);
    turn.stop();
    expect(await turn.result).toMatchObject({ status: 'stopped' });
    expect(clock.pending).toBe(0);
  });
});

describe('FLOW-9 silence', () => {
  it('is a time-out, which the person is told of at once: before the first token and in the middle of a stream', async () => {
    const before = await playOnClock([[{ hang: true }]], [0, 180_000]);
    expect(before.result).toMatchObject({ status: 'failed', error: { code: 'time_out', retryable: true } });
    const middle = await playOnClock([[{ text: 'Half' }, { hang: true }]], [0, 180_000, 60_000]);
    expect(middle.result).toMatchObject({ status: 'failed', answer: 'Half', error: { code: 'time_out' } });
    expect(middle.clock.pending).toBe(0);
  });

  it('is longer before the first token, where a model may think, and signs of life count', async () => {
    const clock = testClock();
    const think = () =>
      new Promise<void>((resolve) => {
        clock.after(170_000, resolve);
      });
    const ping = { part: { type: 'ping' as const } };
    const script = [[{ wait: think }, ping, { wait: think }, ping, { wait: think }, { text: 'At last.' }]];
    const turn = runTurn(testTurnOptions({ model: scriptedModel(script), clock }));
    for (let index = 0; index < 20; index++) await clock.advance(30_000);
    expect(await turn.result).toMatchObject({ status: 'complete', answer: 'At last.' });
  });

  it('is not what a slow but living stream is', async () => {
    const clock = testClock();
    const slow = () =>
      new Promise<void>((resolve) => {
        clock.after(50_000, resolve);
      });
    const acts = Array.from({ length: 8 }, (_, index) => [{ wait: slow }, { text: `${index} ` }]).flat();
    const turn = runTurn(testTurnOptions({ model: scriptedModel([acts]), clock }));
    for (let index = 0; index < 20; index++) await clock.advance(25_000);
    expect(await turn.result).toMatchObject({ status: 'complete', answer: '0 1 2 3 4 5 6 7 ' });
  });
});

describe('FLOW-9 a context that is too long for the provider', () => {
  const tooLong: ScriptedStep = [{ error: failure(400, {}, 'maximum context length is 8192 tokens') }];

  it('is fitted once more into a smaller budget', async () => {
    const { result, recorder } = await play({ script: [tooLong, [{ text: 'Here.' }]] });
    expect(result).toMatchObject({
      status: 'complete',
      answer: 'Here.',
      warnings: [{ code: 'context_refit' }],
    });
    const [first, second] = recorder.of('context-report').map((packet) => packet.report.budget.available);
    expect(second).toBeLessThan(first ?? 0);
  });

  it('is an error where nothing more can be left out', async () => {
    const { result } = await play({ script: [tooLong, tooLong] });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'context_too_long' } });
  });

  it('MOD-4 goes into the window that the error names, by the provider’s own count, and stays there', async () => {
    const words = "This model's maximum context length is 2048 tokens. However, you sent 2513 tokens.";
    const learned: unknown[] = [];
    const pastTurns = Array.from({ length: 12 }, (_, index) => ({
      user: testUserMessage(`Question ${index}: ${'how many ships came in '.repeat(20)}?`, {
        id: `u${index}`,
      }),
      assistant: null,
    }));
    const { result, recorder } = await play({
      script: [[{ error: failure(400, {}, words) }], [{ text: 'Here.' }]],
      context: { pastTurns },
      windowWatch: watching(learned),
    });
    expect(result).toMatchObject({ status: 'complete', answer: 'Here.' });
    const [first, second] = recorder.of('context-report').map((packet) => packet.report);
    expect(first?.totalTokens).toBeGreaterThan(1_000);
    expect(second?.budget).toMatchObject({ window: 2048, windowFrom: 'error' });
    // The provider counts more than we do, so the room is less than the window suggests.
    expect(second?.totalTokens).toBeLessThan(2048 * ((first?.totalTokens ?? 0) / 2513));
    expect(learned).toContainEqual({ tokens: 2048, from: 'error' });
    expect(result.warnings).toContainEqual({
      code: 'small_window',
      message: expect.stringMatching(/^At most 2,048 tokens .* says that no more fits/u),
    });
  });

  it('MOD-4 makes a context smaller that fills a small part of its budget only', async () => {
    const plain: ScriptedStep = [{ error: failure(400, {}, 'prompt is too long') }];
    const pastTurns = Array.from({ length: 6 }, (_, index) => ({
      user: testUserMessage('how many ships came in '.repeat(30), { id: `u${index}` }),
      assistant: null,
    }));
    const { recorder } = await play({ script: [plain, [{ text: 'Here.' }]], context: { pastTurns } });
    const [first, second] = recorder.of('context-report').map((packet) => packet.report.totalTokens);
    expect(second).toBeLessThanOrEqual((first ?? 0) * 0.75);
  });
});

describe('MOD-4 a provider that counts fewer tokens than were sent', () => {
  const pastTurns = Array.from({ length: 12 }, (_, index) => ({
    user: testUserMessage('the harbour master counted the ships again '.repeat(30), { id: `u${index}` }),
    assistant: null,
  }));

  it('is shown as a dropped part, and gets less from then on', async () => {
    const learned: unknown[] = [];
    const { result, recorder } = await play({
      script: [
        [{ call: 'unknown', input: {} }, { usage: { inputTokens: 900, outputTokens: 3 } }],
        [{ text: 'Here.' }, { usage: { inputTokens: 2_200, outputTokens: 3 } }],
      ],
      context: { pastTurns },
      windowWatch: watching(learned),
    });
    const reports = recorder.of('context-report').map((packet) => packet.report);
    expect(learned[0]).toEqual({ tokens: 1_024, from: 'usage' });
    expect(reports[1]?.removals).toMatchObject([{ kind: 'prompt', action: 'dropped', tokensAfter: 900 }]);
    expect(reports[2]?.budget).toMatchObject({ window: 1_024, windowFrom: 'usage' });
    expect(result.warnings.map((warning) => warning.code)).toContain('prompt_cut');
    expect(result.contextReports).toHaveLength(2);
  });

  it('is told by what it counted before where its tokenizer is not known', async () => {
    for (const [ratio, cut] of [
      [null, 0],
      [1.1, 1],
      [0.8, 0],
    ] as const) {
      const learned: unknown[] = [];
      await play({
        script: [[{ text: 'Here.' }, { usage: { inputTokens: 2_100, outputTokens: 3 } }]],
        context: { pastTurns, model: { ...testModelProfile, tokenizer: null } },
        windowWatch: watching(learned, ratio),
      });
      expect(learned).toHaveLength(cut);
    }
  });

  it('is not measured by a prompt with images, which only it can count; markers are text', async () => {
    const images = Array.from({ length: 8 }, (_, index) => ({
      fileId: `image-${index}`,
      name: `harbour-${index}.png`,
      mediaType: 'image/png',
      width: 900,
      height: 700,
      data: new Uint8Array([1]),
    }));
    for (const vision of [true, false]) {
      const measured: number[] = [];
      const { recorder } = await play({
        script: [[{ text: 'Here.' }, { usage: { inputTokens: 3_000, outputTokens: 3 } }]],
        user: testUserMessage('What is seen? '.repeat(300), { images }),
        context: { model: { ...testModelProfile, tokenizer: null, vision } },
        windowWatch: { ...watching([]), onMeasured: (ratio) => measured.push(ratio) },
      });
      const report = recorder.of('context-report').at(-1)?.report;
      const sent = (report?.totalTokens ?? 0) + (report?.budget.toolDefinitions ?? 0);
      expect(measured).toEqual(vision ? [] : [3_000 / sent]);
    }
  });

  it('is believed where it reported its window and may count in another way: a second count decides', async () => {
    const model = { ...testModelProfile, windowFrom: 'provider' as const };
    let doubted: DoubtedCount | null = null;
    const measured: number[] = [];
    const played = async (
      share: number | 'cut',
      past = pastTurns,
      ratio: number | null = null,
      mostTaken = 0,
    ) => {
      const learned: unknown[] = [];
      const counted: number[] = [];
      const { result, recorder } = await play({
        script: [
          [
            { text: 'Here.' },
            { usage: { inputTokens: share === 'cut' ? 400 : Math.round(share), outputTokens: 3 } },
          ],
        ],
        context: { pastTurns: past, model },
        windowWatch: {
          ...watching(learned, ratio),
          mostTaken,
          doubted,
          onDoubted: (count) => (doubted = count),
          onMeasured: (one) => measured.push(one),
        },
      });
      const report = recorder.of('context-report')[0]!.report;
      counted.push(report.totalTokens + report.budget.toolDefinitions);
      return { learned, warnings: result.warnings.map(({ message }) => message), sent: counted[0]! };
    };
    const few = pastTurns.slice(0, 4);
    const { sent: short } = await played(0, few);
    const { sent: long } = await played(0);
    // One count only warns.
    const first = await played(short / 4, few);
    expect(first.learned).toEqual([]);
    expect(first.warnings).toEqual([
      expect.stringMatching(/^The provider counted .* counts in another way/u),
    ]);
    // A quarter of a longer prompt too: it counts otherwise.
    expect(await played(long / 4)).toMatchObject({ learned: [], warnings: [] });
    expect(measured.at(-1)).toBeCloseTo(0.25, 1);
    expect(await played(long / 4, pastTurns, 0.25)).toMatchObject({ learned: [], warnings: [] });
    // No more of a longer prompt: it cuts.
    expect((await played(short / 4)).learned).toMatchObject([{ from: 'usage' }]);
    // But never below what it took.
    expect(await played(short / 4, pastTurns, 1, 2_000)).toMatchObject({ learned: [] });
  });

  it('whose learned window takes nothing at all is asked as if nothing had been learned', async () => {
    let disproved = 0;
    const { result } = await play({
      script: [[{ text: 'Here.' }]],
      context: {
        systemPrompt: 'rule '.repeat(900),
        model: { ...testModelProfile, contextWindow: 512, windowFrom: 'usage' },
      },
      windowWatch: { ...watching([]), unlearned: testModelProfile, onDisproved: () => disproved++ },
    });
    expect(result).toMatchObject({ status: 'complete', answer: 'Here.' });
    expect(disproved).toBe(1);
  });

  it('may write definitions of tools shorter than their JSON: that is no cut, a cut of messages is', async () => {
    const tools = Array.from({ length: 12 }, (_, index) =>
      toolNamed(`tool_${index}`, async () => ({ text: '' }), {
        description: 'Finds ships by name. '.repeat(30),
      }),
    );
    const played = async (counted: number, past: typeof pastTurns = []) => {
      const learned: { tokens: number }[] = [];
      const { recorder } = await play({
        script: [[{ text: 'Here.' }, { usage: { inputTokens: counted, outputTokens: 3 } }]],
        context: { pastTurns: past },
        tools,
        windowWatch: watching(learned),
      });
      const { totalTokens, budget } = recorder.of('context-report').at(-1)!.report;
      return { learned, messages: totalTokens, definitions: budget.toolDefinitions };
    };
    const { messages, definitions } = await played(0);
    expect(definitions).toBeGreaterThan(messages);
    const short = Math.ceil(messages + definitions * 0.65);
    expect((await played(short)).learned).toEqual([]);
    const whole = await played(0, pastTurns);
    const counted = Math.floor((whole.messages + whole.definitions) * 0.6);
    const [window] = (await played(counted, pastTurns)).learned;
    // What it counted did fit.
    expect(window?.tokens).toBeGreaterThanOrEqual(counted);
  });

  it('is left alone where it counts about the same, or not at all', async () => {
    for (const inputTokens of [0, 2_500, 2_900]) {
      const learned: unknown[] = [];
      await play({
        script: [[{ text: 'Here.' }, { usage: { inputTokens, outputTokens: 3 } }]],
        context: { pastTurns },
        windowWatch: watching(learned),
      });
      expect(learned).toEqual([]);
    }
  });
});

describe('FLOW-9 other ends', () => {
  it('keeps the text of an answer that a filter stopped', async () => {
    const { result } = await play({ script: [[{ text: 'Well' }, { finish: 'content-filter' }]] });
    expect(result).toMatchObject({ status: 'failed', answer: 'Well', error: { code: 'content_policy' } });
  });

  it('reports a context that cannot be made to fit by its own error', async () => {
    const { result } = await play({
      script: [],
      question: 'word '.repeat(2),
      context: { systemPrompt: 'rule '.repeat(40_000) },
    });
    expect(result.status).toBe('failed');
    expect(result.error?.code).not.toBe('internal');
  });

  it('hides the words of a fault that is not ours, and logs it', async () => {
    const logged: unknown[] = [];
    const fault = new Error('token sk-secret in /etc/passwd');
    const { result } = await play({
      script: [],
      assembleContext: () => {
        throw fault;
      },
      onInternalError: (error) => logged.push(error),
    });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'internal', retryable: true } });
    expect(result.error?.message).not.toContain('secret');
    expect(logged).toEqual([fault]);
  });

  it('does not blame the provider for a fault in reading its stream', async () => {
    const logged: unknown[] = [];
    const fault = new Error('in a parser');
    const shownChunks = new Map();
    shownChunks.values = () => {
      throw fault;
    };
    const { result } = await play({
      script: [[{ text: 'One. It is so [1]. Two.' }]],
      ledger: { sources: [{ number: 1, itemId: 'a', title: 'A', origin: 'tool' }] },
      assembleContext: (input) => ({ ...assembleContext(input), shownChunks }),
      onInternalError: (error) => logged.push(error),
    });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'internal' } });
    expect(new Set(logged)).toEqual(new Set([fault]));
  });

  it('can be run again with the same options', async () => {
    const first = await play({ script: [[{ text: 'Half' }, { cut: true }]] });
    const second = await play({ script: [[{ text: 'Whole.' }]], ledger: first.result.ledger });
    expect(second.result).toMatchObject({ status: 'complete', answer: 'Whole.' });
  });
});
