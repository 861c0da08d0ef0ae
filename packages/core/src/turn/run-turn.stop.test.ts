import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  checkPackets,
  PacketRecorder,
  scriptedModel,
  type ScriptedAct,
  testClock,
  testTurnOptions,
} from '../testing/index.js';
import { runTurn } from './run-turn.js';
import { defineTool } from '../messages/tool.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';

const tick = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

const answering = ['Cats ', 'sleep a lot [1', ']. They <ref id="x">pur', 'r</ref> [2] and', ' so on.'];

describe('FLOW-7 stopping', () => {
  it('ends the turn before stop returns, with everything streamed so far', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const recorder = new PacketRecorder();
    const model = scriptedModel([[{ text: ['Cats ', 'sleep'] }, { wait: () => gate }, { text: ' much.' }]]);
    const turn = runTurn(testTurnOptions({ model, onPacket: recorder.record }));
    await tick();
    turn.stop();
    expect(recorder.packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'stopped' });
    const seen = recorder.packets.length;
    open();
    await tick();
    expect(recorder.packets).toHaveLength(seen);
    expect(recorder.problems).toEqual([]);
    expect(await turn.result).toMatchObject({
      status: 'stopped',
      answer: 'Cats sleep',
      shownAnswer: 'Cats sleep',
    });
  });

  it('can be asked before the turn began, twice, after the end, and by a listener', async () => {
    const early = new PacketRecorder();
    const unused = runTurn(testTurnOptions({ model: scriptedModel([]), onPacket: early.record }));
    unused.stop();
    unused.stop();
    expect(early.outline).toEqual(['turn-start', 'turn-stop']);
    expect(await unused.result).toMatchObject({ status: 'stopped', steps: [] });

    const recorder = new PacketRecorder();
    const model = scriptedModel([[{ text: answering }]]);
    const turn = runTurn(testTurnOptions({ model }));
    turn.subscribe((packet) => {
      if (packet.type === 'answer-delta' && packet.text.includes('sleep')) turn.stop();
    });
    turn.subscribe(recorder.record);
    const result = await turn.result;
    turn.stop();
    expect(recorder.problems).toEqual([]);
    expect(result.status).toBe('stopped');
    expect(recorder.answerText).toBe(result.shownAnswer);
  });

  it('is not held by a model that hangs and ignores its signal, before or in the middle of its stream', async () => {
    for (const act of [[{ hang: true }], [{ text: 'Well' }, { hang: true }]] as ScriptedAct[][]) {
      const clock = testClock();
      const turn = runTurn(testTurnOptions({ model: scriptedModel([act]), clock }));
      await tick();
      turn.stop();
      expect(await turn.result).toMatchObject({ status: 'stopped', answer: act.length > 1 ? 'Well' : '' });
      expect(clock.pending).toBe(0);
    }
  });

  it('keeps completed calls, leaves running ones behind, and starts no further step', async () => {
    let late: (outcome: ToolOutcome) => void = () => {};
    let signal: AbortSignal | null = null;
    let progress: (message: string) => void = () => {};
    const schema = z.object({});
    const quick = defineTool({
      name: 'quick',
      description: '',
      inputSchema: schema,
      execute: async () => ({ text: 'done' }),
    });
    const deaf = defineTool({
      name: 'deaf',
      description: '',
      inputSchema: schema,
      execute: (_, context) => {
        signal = context.signal;
        progress = context.progress;
        return new Promise((resolve) => {
          late = resolve;
        });
      },
    });
    const clock = testClock();
    const recorder = new PacketRecorder();
    const model = scriptedModel([
      [
        { call: 'quick', input: {} },
        { call: 'deaf', input: {} },
      ],
    ]);
    const turn = runTurn(testTurnOptions({ model, tools: [quick, deaf], clock, onPacket: recorder.record }));
    await tick();
    turn.stop();
    const result = await turn.result;
    const saved = JSON.stringify(result);
    expect(signal).toMatchObject({ aborted: true });
    progress('late');
    late({ text: 'late' });
    await tick();
    await tick();
    expect(JSON.stringify(result)).toBe(saved);
    expect(result.steps[0]?.calls).toMatchObject([{ outcome: { text: 'done' } }, { toolName: 'deaf' }]);
    expect(result.steps[0]?.calls[1]).not.toHaveProperty('outcome');
    expect(recorder.problems).toEqual([]);
    expect(model.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('swallows what a tool or provider throws after the end', async () => {
    const failures: unknown[] = [];
    const onFailure = (reason: unknown) => failures.push(reason);
    process.on('unhandledRejection', onFailure);
    let fail = () => {};
    const bad = defineTool({
      name: 'bad',
      description: '',
      inputSchema: z.object({}),
      execute: () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('late'));
        }),
    });
    const turn = runTurn(
      testTurnOptions({ model: scriptedModel([[{ call: 'bad', input: {} }]]), tools: [bad] }),
    );
    await tick();
    turn.stop();
    fail();
    let failOpening: (error: Error) => void = () => {};
    const opening = new Promise<never>((_, reject) => {
      failOpening = reject;
    });
    const model = { ...scriptedModel([]), doStream: () => opening };
    const second = runTurn(testTurnOptions({ model }));
    await tick();
    second.stop();
    failOpening(new Error('late'));
    await tick();
    await tick();
    process.off('unhandledRejection', onFailure);
    expect(failures).toEqual([]);
  });

  it('gets through a stream that never pauses', async () => {
    let produced = 0;
    const endless = new ReadableStream({
      pull(controller) {
        produced++;
        controller.enqueue({ type: 'text-delta', id: '1', delta: 'word ' });
      },
    });
    const model = { ...scriptedModel([]), doStream: async () => ({ stream: endless }) };
    const turn = runTurn(testTurnOptions({ model }));
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    turn.stop();
    const atStop = produced;
    const result = await turn.result;
    await tick();
    expect(result.answer).toBe('word '.repeat(result.answer.length / 5));
    expect(result.answer).not.toBe('');
    expect(produced - atStop).toBeLessThan(3);
  });

  it('saves what was streamed at whatever packet it comes', async () => {
    const search = defineTool({
      name: 'search',
      description: '',
      inputSchema: z.object({ query: z.string() }),
      isSearch: true,
      execute: async () => ({
        text: '',
        chunks: [
          { itemId: 'a', chunkId: '1', title: 'A', text: 'Cats sleep a lot.', score: 1 },
          { itemId: 'b', chunkId: '1', title: 'B', text: 'They purr.', score: 0.5 },
        ],
      }),
    });
    const play = async (stopAt: number) => {
      const recorder = new PacketRecorder();
      const model = scriptedModel([
        [{ reasoning: 'Hm.' }, { text: 'Look.' }, { call: 'search', input: { query: 'cats' }, deltas: 3 }],
        [{ text: answering }],
      ]);
      const turn = runTurn(testTurnOptions({ model, tools: [search] }));
      turn.subscribe((packet) => {
        recorder.record(packet);
        if (packet.seq === stopAt) turn.stop();
      });
      const result = await turn.result;
      return { recorder, result };
    };
    const whole = await play(Number.POSITIVE_INFINITY);
    const count = whole.recorder.packets.length;
    expect(count).toBeGreaterThan(25);
    for (let stopAt = 1; stopAt < count; stopAt++) {
      const { recorder, result } = await play(stopAt);
      expect(recorder.problems, `stopped at packet ${stopAt}`).toEqual([]);
      expect(recorder.answerText).toBe(result.shownAnswer);
      expect(whole.result.answer.startsWith(result.answer) || result.answer === 'Look.').toBe(true);
      const results = recorder.of('tool-result').length;
      expect(result.steps.flatMap((step) => step.calls.filter((call) => call.outcome))).toHaveLength(results);
      const cited = new Set(recorder.of('citation').map((packet) => packet.citation.citationId));
      expect(result.citations.map((citation) => citation.citationId)).toEqual([...cited]);
    }
  });
});

describe('FLOW-5 the grammar', () => {
  const act: fc.Arbitrary<ScriptedAct> = fc.oneof(
    fc
      .array(
        fc.constantFrom('a ', '[1]', '. ', '[2', ']', '<ref id="n">', '</ref>', '`', '{"name": ', '\n'),
        { maxLength: 5 },
      )
      .map((text) => ({ text })),
    fc.constant({ reasoning: 'hm' }),
    fc.constantFrom('t', 'slow', 'bad', 'none').map((call) => ({ call, input: {}, deltas: 2 })),
    fc.constant({ error: new Error('broken') }),
    fc.constant({ cut: true as const }),
    fc.constant({ wait: tick }),
    fc.constantFrom('length', 'content-filter', 'error').map((finish) => ({ finish }) as ScriptedAct),
  );
  const t = defineTool({
    name: 't',
    description: '',
    inputSchema: z.object({}),
    execute: async () => ({
      text: '',
      chunks: [{ itemId: 'a', chunkId: '1', title: 'A', text: 'a', score: 1 }],
    }),
  });
  const slow = { ...t, name: 'slow', execute: async () => tick().then(() => ({ text: 'ok' })) };
  const bad = {
    ...t,
    name: 'bad',
    execute: async () => {
      throw new Error('no');
    },
  };

  it('holds for any script, stopped or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat({ max: 40 })),
        async (script, stopAt) => {
          const recorder = new PacketRecorder();
          const turn = runTurn(
            testTurnOptions({
              model: scriptedModel(script),
              tools: [t, slow, bad],
              maxSteps: 3,
              retry: {
                maxAttempts: 2,
                initialDelayMilliseconds: 0,
                factor: 1,
                maxDelayMilliseconds: 0,
                maxRetryAfterMilliseconds: 0,
              },
            }),
          );
          turn.subscribe((packet) => {
            recorder.record(packet);
            if (packet.seq === stopAt) turn.stop();
          });
          const result = await turn.result;
          expect(checkPackets(recorder.packets)).toEqual([]);
          expect(recorder.answerText).toBe(result.shownAnswer);
          expect(result.error === null).toBe(result.status !== 'failed');
        },
      ),
      {
        numRuns: 300,
        // Reasoning between a citation and the end of its sentence: the verdict comes while another block is open.
        examples: [
          [[[{ call: 't', input: {}, deltas: 2 }], [{ text: ['[1]', 'a '] }, { reasoning: 'hm' }], []], null],
        ],
      },
    );
  });
});
