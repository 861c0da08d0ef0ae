import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ScriptedStep, testClock } from '../testing/index.js';
import { play } from './play.test-helper.js';
import { defineTool, type ToolContext } from '../messages/tool.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';
import { call, chunk, search, toolNamed } from './tools.test-helper.js';

describe('FLOW-6 calls', () => {
  it('runs the calls of a batch side by side, as tabs of one block', async () => {
    let running = 0;
    let most = 0;
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = toolNamed('slow', async () => {
      most = Math.max(most, ++running);
      if (running === 3) open();
      await gate;
      running--;
      return { text: 'ok' };
    });
    const { recorder } = await play({
      script: [[call('a', 'slow'), call('b', 'slow'), call('c', 'slow')], [{ text: 'Done.' }]],
      tools: [slow],
    });
    expect(most).toBe(3);
    expect(recorder.of('tool-start').map((packet) => packet.placement)).toEqual([
      { turnIndex: 0, tabIndex: 0 },
      { turnIndex: 0, tabIndex: 1 },
      { turnIndex: 0, tabIndex: 2 },
    ]);
  });

  it('has no trouble with many calls at once', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const slow = toolNamed(
      'slow',
      () =>
        new Promise((resolve) => {
          setTimeout(() => resolve({ text: 'ok' }), 5);
        }),
    );
    const calls = Array.from({ length: 40 }, (_, index) => call(`q${index}`, 'slow'));
    const { result } = await play({ script: [calls, [{ text: 'Done.' }]], tools: [slow] });
    process.off('warning', onWarning);
    expect(result.steps[0]?.calls.filter((one) => one.outcome?.text === 'ok')).toHaveLength(40);
    expect(warnings).toEqual([]);
  });

  it('answers the same call once in a turn, in one batch or later, whatever the order of arguments', async () => {
    let times = 0;
    const pair = defineTool({
      name: 'pair',
      description: 'Takes two.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      execute: async () => ({ text: `answer ${++times}` }),
    });
    const { result } = await play({
      script: [
        [
          { call: 'pair', input: { a: 1, b: 2 } },
          { call: 'pair', input: { b: 2, a: 1 } },
        ],
        [{ call: 'pair', input: '{"b":2, "a":1}' }],
        [{ text: 'Done.' }],
      ],
      tools: [pair],
    });
    expect(times).toBe(1);
    const calls = result.steps.flatMap((step) => step.calls);
    expect(calls.map((one) => one.outcome?.text.slice(0, 8))).toEqual(['answer 1', 'This is ', 'This is ']);
    expect(calls[2]?.outcome?.data).toEqual({ repeatOf: calls[0]?.callId });
  });

  it('runs a failed call and a repeatable tool again', async () => {
    let fails = 0;
    let writes = 0;
    const flaky = toolNamed('flaky', async () => {
      if (fails++ === 0) throw new Error('not yet');
      return { text: 'now' };
    });
    const write = toolNamed('write', async () => ({ text: `written ${++writes}` }), { repeatable: true });
    const batch: ScriptedStep = [call('x', 'flaky'), call('x', 'write')];
    const { result } = await play({ script: [batch, batch, [{ text: 'Done.' }]], tools: [flaky, write] });
    expect(result.steps[1]?.calls.map((one) => one.outcome?.text)).toEqual(['now', 'written 2']);
  });

  it('tells the model of an unknown tool, of arguments that are no JSON or do not fit, and of a failure', async () => {
    const broken = toolNamed('broken', async () => {
      throw new Error('disk on fire');
    });
    const { result, model } = await play({
      script: [
        [
          call('a', 'nothing here'),
          { call: 'search', input: '{"query": ' },
          { call: 'search', input: { query: '' } },
          call('b', 'broken'),
          call('good'),
        ],
        [{ text: 'Done.' }],
      ],
      tools: [search, broken],
    });
    const outcomes = result.steps[0]?.calls.map((one) => one.outcome);
    expect(outcomes?.map((outcome) => outcome?.isError ?? false)).toEqual([true, true, true, true, false]);
    expect(outcomes?.[0]?.text).toContain('There is no tool "nothing_here". Tools: search, broken.');
    expect(outcomes?.[1]?.text).toContain('not valid JSON');
    expect(outcomes?.[2]?.text).toContain('query');
    expect(outcomes?.[3]?.text).toContain('disk on fire');
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('disk on fire');
  });

  it('gives a signal that is asked for late, or of a copy of the context, and that is the same one every time', async () => {
    const clock = testClock();
    let copy: ToolContext | null = null;
    let original: ToolContext | null = null;
    const never = toolNamed(
      'never',
      (_, context) => {
        original = context;
        copy = { ...context };
        return new Promise(() => {});
      },
      { timeLimitMilliseconds: 2_000 },
    );
    const playing = play({ script: [[call('x', 'never')], [{ text: 'Done.' }]], tools: [never], clock });
    await clock.advance(1_000);
    const { signal } = original!;
    expect(signal.aborted).toBe(false);
    expect(copy!.signal).toBe(signal);
    await clock.advance(1_001);
    await playing;
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('gives up a tool that takes too long, while the others go on; what it does later goes nowhere', async () => {
    const clock = testClock();
    let late: (outcome: ToolOutcome) => void = () => {};
    let progress: ((message: string) => void) | null = null;
    let aborted = false;
    const never = toolNamed(
      'never',
      (_, context) => {
        progress = context.progress;
        context.signal.addEventListener('abort', () => {
          aborted = true;
        });
        return new Promise((resolve) => {
          late = resolve;
        });
      },
      { timeLimitMilliseconds: 2_000 },
    );
    const playing = play({
      script: [[call('x', 'never'), call('y')], [{ text: 'Done.' }]],
      tools: [never, search],
      clock,
    });
    await clock.advance(1_999);
    expect(aborted).toBe(false);
    await clock.advance(2);
    progress!('too late');
    late({ text: 'too late' });
    const { result, recorder } = await playing;
    expect(aborted).toBe(true);
    expect(result.status).toBe('complete');
    expect(result.steps[0]?.calls[0]?.outcome).toMatchObject({ isError: true });
    expect(result.steps[0]?.calls[0]?.outcome?.text).toContain('longer than 2 s');
    expect(recorder.of('tool-progress')).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('survives whatever a tool returns, and keeps its own copy of it', async () => {
    const kept: { text: string; chunks: unknown[]; figures: Record<string, number> } = {
      text: 'before',
      chunks: [{ ...chunk }, null, { itemId: 3 }, 'text', { itemId: 'b', chunkId: '1' }],
      figures: { count: 1 },
    };
    const trap = {
      get text(): string {
        throw new Error('trap');
      },
    };
    const values: unknown[] = [undefined, 7, 'plain', { chunks: 'no' }, kept, trap];
    const odd = toolNamed('odd', async () => values.shift() as ToolOutcome);
    const { result } = await play({
      script: [['a', 'b', 'c', 'd', 'e', 'f'].map((query) => call(query, 'odd')), [{ text: 'Done.' }]],
      tools: [odd],
    });
    const outcomes = result.steps[0]?.calls.map((one) => one.outcome);
    kept.text = 'after';
    kept.figures['count'] = 2;
    (kept.chunks[0] as { title: string }).title = 'changed';
    expect(outcomes?.map((outcome) => outcome?.isError ?? false)).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(outcomes?.[4]).toMatchObject({
      text: 'before',
      figures: { count: 1 },
      chunks: [{ title: 'A' }, { itemId: 'b', title: 'b', text: null, score: null }],
    });
    expect(result.warnings.map((warning) => warning.message).join()).toContain('3 malformed results');
  });

  it('makes call ids unique when a provider does not', async () => {
    const { result } = await play({
      script: [
        [
          { ...call('a'), callId: 'same' },
          { ...call('b'), callId: 'same' },
        ],
        [
          { ...call('c'), callId: 'same' },
          { ...call('d'), callId: '' },
        ],
        [{ text: 'Done.' }],
      ],
      tools: [search],
    });
    const ids = result.steps.flatMap((step) => step.calls.map((one) => one.callId));
    expect(new Set(ids).size).toBe(4);
    expect(result.steps.flatMap((step) => step.calls.map((one) => one.outcome?.isError))).not.toContain(true);
  });

  it('hands tools the conversation, the room that is left, and a way to stream from inside', async () => {
    let seen: { history: unknown; availableTokens: number; conversationTokens: number } | null = null;
    const curious = toolNamed('curious', async (_, context) => {
      seen = context;
      context.progress('reading', { subTurnIndex: 2, data: { page: 1 } });
      return { text: 'ok', usage: { inputTokens: 100, outputTokens: 7 } };
    });
    const { recorder, result } = await play({
      script: [[call('x', 'curious')], [{ text: 'Done.' }]],
      tools: [curious],
      question: 'And now?',
    });
    expect(seen).toMatchObject({ history: [{ role: 'user', text: 'And now?' }] });
    expect(seen!.availableTokens).toBeGreaterThan(1_000);
    expect(seen!.conversationTokens).toBeGreaterThan(0);
    expect(recorder.of('tool-progress')).toMatchObject([
      { message: 'reading', data: { page: 1 }, placement: { turnIndex: 0, tabIndex: 0, subTurnIndex: 2 } },
    ]);
    expect(result.usage).toEqual({ inputTokens: 120, outputTokens: 17 });
  });
});
