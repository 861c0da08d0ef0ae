import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { scriptedModel, type ScriptedStep, testClock } from '../testing/index.js';
import { play } from './play.test-helper.js';
import { defineTool, type Tool } from './tool.js';
import type { ToolOutcome } from './tool-outcome.js';

function toolNamed(name: string, execute: Tool['execute'], changes: Partial<Tool> = {}): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema: z.object({ query: z.string().min(1) }),
    execute,
    ...changes,
  });
}

const chunk = { itemId: 'a', chunkId: '1', title: 'A', text: 'Alpha is the first letter.', score: 1 };
const search = toolNamed('search', async () => ({ text: '', chunks: [chunk] }), { isSearch: true });
const call = (query: string, tool = 'search') => ({ call: tool, input: { query } });

describe('FLOW-6 steps', () => {
  it('ends with the first step that calls nothing; earlier text is narration', async () => {
    const { result, recorder } = await play({
      script: [
        [{ reasoning: 'Hm.' }, { text: 'Let me look.' }, call('alpha')],
        [{ text: ['It is first', ' [1].'] }],
      ],
      tools: [search],
    });
    expect(result).toMatchObject({ status: 'complete', answer: 'It is first [1].', error: null });
    expect(result.steps).toMatchObject([
      { reasoning: 'Hm.', narration: 'Let me look.', calls: [{ input: { query: 'alpha' } }] },
      { reasoning: '', narration: '', calls: [] },
    ]);
    expect(recorder.of('answer-end').map((packet) => packet.narration)).toEqual([true, false]);
    expect(result.usage).toEqual({ inputTokens: 20, outputTokens: 10 });
    expect(result.contextReports).toHaveLength(2);
  });

  it('marks text as narration also when reasoning stands between it and the call', async () => {
    const { result, recorder } = await play({
      script: [
        [{ text: 'First.' }, { reasoning: 'Hm.' }, { text: ' Second.' }, call('a')],
        [{ text: 'Done.' }],
      ],
      tools: [search],
    });
    expect(recorder.of('answer-end').map((packet) => packet.narration)).toEqual([true, true, false]);
    expect(result.steps[0]?.narration).toBe('First. Second.');
    expect(result.shownAnswer).toBe('Done.');
  });

  it('lets the last step call nothing, and says so', async () => {
    const step = (query: string): ScriptedStep => [call(query)];
    const { result, model } = await play({
      script: [step('a'), step('b'), [{ text: 'Enough.' }]],
      tools: [search],
      maxSteps: 3,
    });
    expect(result.answer).toBe('Enough.');
    expect(model.requests.map((request) => request.toolChoice?.type)).toEqual(['auto', 'auto', 'none']);
    expect(model.requests[2]?.tools).toHaveLength(1);
  });

  it('refuses calls in the last step once, then gives up with an error', async () => {
    const { result, model } = await play({
      script: [[call('a')], [call('b')], [{ text: 'Well.' }]],
      tools: [search],
      maxSteps: 2,
    });
    expect(result).toMatchObject({ status: 'complete', answer: 'Well.' });
    expect(result.steps[1]?.calls[0]?.outcome?.isError).toBe(true);
    expect(model.requests).toHaveLength(3);

    const stubborn = await play({
      script: [[call('a')], [call('b')], [call('c')]],
      tools: [search],
      maxSteps: 2,
    });
    expect(stubborn.result).toMatchObject({ status: 'failed', error: { code: 'step-limit' } });
  });

  it('offers a forced tool alone, in the first step only', async () => {
    const other = toolNamed('other', async () => ({ text: 'ok' }));
    const { model } = await play({
      script: [[call('a', 'other')], [{ text: 'Done.' }]],
      tools: [search, other],
      forcedTool: 'other',
      maxSteps: 1,
    });
    expect(model.requests[0]?.tools?.map((tool) => tool.name)).toEqual(['other']);
    expect(model.requests[0]?.toolChoice).toEqual({ type: 'tool', toolName: 'other' });
    expect(model.requests[1]?.tools?.map((tool) => tool.name)).toEqual(['search', 'other']);
  });

  it('fails clearly when the forced tool is not there', async () => {
    const { result } = await play({ script: [], tools: [search], forcedTool: 'other' });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'unknown-forced-tool' } });
  });

  it('ends the turn with the question a tool asks', async () => {
    const question = { question: 'Which one?', choices: [{ value: 'a', label: 'A' }], multiple: false };
    const ask = toolNamed('ask_user', async () => ({ text: 'Asked.', question }));
    const { result, recorder } = await play({
      script: [[call('x', 'ask_user'), call('y')]],
      tools: [ask, search],
    });
    expect(result).toMatchObject({ status: 'complete', reason: 'question', question });
    expect(recorder.packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'question' });
    expect(result.steps[0]?.calls[1]?.outcome?.chunks).toHaveLength(1);
  });
});

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
    const values: unknown[] = [undefined, 7, 'plain', { chunks: 'no' }, kept];
    const odd = toolNamed('odd', async () => values.shift() as ToolOutcome);
    const { result } = await play({
      script: [['a', 'b', 'c', 'd', 'e'].map((query) => call(query, 'odd')), [{ text: 'Done.' }]],
      tools: [odd],
    });
    const outcomes = result.steps[0]?.calls.map((one) => one.outcome);
    kept.text = 'after';
    kept.figures['count'] = 2;
    (kept.chunks[0] as { title: string }).title = 'changed';
    expect(outcomes?.map((outcome) => outcome?.isError ?? false)).toEqual([true, true, false, false, false]);
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

describe('FLOW-6 models that do not keep to the rules', () => {
  it('carries out a call written as text, once, and hides it from the person', async () => {
    const { result, recorder } = await play({
      script: [[{ text: ['{"name": "search", ', '"arguments": {"query": "alpha"}}'] }], [{ text: 'Done.' }]],
      tools: [search],
    });
    expect(result).toMatchObject({ status: 'complete', answer: 'Done.' });
    expect(result.steps[0]).toMatchObject({
      narration: '',
      calls: [{ toolName: 'search', input: { query: 'alpha' } }],
    });
    expect(recorder.of('warning').map((packet) => packet.code)).toContain('tool-call-as-text');
    expect(recorder.of('answer-delta').map((packet) => packet.text)).toEqual(['Done.']);
  });

  it('reports the second one', async () => {
    const written: ScriptedStep = [
      { text: 'Looking.\n<tool_call>{"name":"search","arguments":{"query":"a"}}</tool_call>' },
    ];
    const { result } = await play({ script: [written, written], tools: [search] });
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'tool-call-as-text', retryable: false },
    });
    expect(result.steps[0]).toMatchObject({
      narration: 'Looking.\n',
      calls: [{ outcome: { chunks: [{}] } }],
    });
  });

  it('asks an empty model once more, with a reminder, then reports it', async () => {
    const good = await play({ script: [[{ text: ' ' }], [{ text: 'Here.' }]] });
    expect(good.result).toMatchObject({ status: 'complete', answer: 'Here.' });
    expect(JSON.stringify(good.model.requests[1]?.prompt.at(-1))).toContain('previous response was empty');
    const bad = await play({ script: [[], []] });
    expect(bad.result).toMatchObject({
      status: 'failed',
      error: { code: 'empty-response', retryable: true },
    });
  });

  it('says when an answer was cut by the output limit, or never began', async () => {
    const cut = await play({ script: [[{ text: 'Half of' }, { finish: 'length' }]] });
    expect(cut.result).toMatchObject({
      status: 'complete',
      answer: 'Half of',
      warnings: [{ code: 'answer-cut' }],
    });
    const none = await play({ script: [[{ reasoning: 'Hm…' }, { finish: 'length' }]] });
    expect(none.result).toMatchObject({ status: 'failed', error: { code: 'output-limit' } });
  });
});

describe('FLOW-5 sources, citations and references', () => {
  it('numbers the sources of a call when it finishes and checks citations against them', async () => {
    const { result, recorder } = await play({
      script: [[call('alpha')], [{ text: ['Alpha is the first letter [1]', ' of all. See [7].'] }]],
      tools: [search],
    });
    expect(recorder.of('tool-sources')).toMatchObject([
      { sources: [{ number: 1, sourceId: 'a-1', preview: 'Alpha is the first letter.' }] },
    ]);
    expect(result.ledger.sources).toMatchObject([{ number: 1, itemId: 'a' }]);
    expect(result.citations).toMatchObject([
      { number: 1, itemId: 'a', verdict: 'supported' },
      { number: 7, itemId: null, verdict: 'unknown' },
    ]);
    const first = recorder.packets.findIndex((packet) => packet.type === 'citation');
    expect(recorder.packets[first]).toMatchObject({ citation: { verdict: null } });
    expect(recorder.packets[first + 1]).toMatchObject({ type: 'answer-delta', text: '[1]' });
  });

  it('checks a source of an earlier turn against what that turn brought (REF-2)', async () => {
    const earlier = await play({ script: [[call('alpha')], [{ text: 'Yes [1].' }]], tools: [search] });
    const { result } = await play({
      script: [[{ text: 'Alpha is the first letter [1].' }]],
      ledger: earlier.result.ledger,
      context: {
        pastTurns: [
          {
            user: earlier.options.user,
            assistant: {
              role: 'assistant',
              id: 'm',
              turnId: 't',
              createdAt: '2026-01-01T00:00:00Z',
              status: 'complete',
              steps: earlier.result.steps,
              answer: earlier.result.answer,
            },
          },
        ],
      },
    });
    expect(result.citations).toMatchObject([{ number: 1, itemId: 'a', verdict: 'supported' }]);
  });

  it('gives every finished result a descriptor before the next step, and the tools to read it', async () => {
    const descriptors = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' });
    const long = toolNamed('long', async () => ({ text: 'word '.repeat(4_000) }));
    const { result, model } = await play({
      script: [[call('x', 'long')], [{ call: 'read_fd', input: { fd: 'fd:1' } }], [{ text: 'Read.' }]],
      tools: [long],
      descriptors,
      context: { descriptorsEnabled: true },
    });
    expect(result.steps[0]?.calls[0]?.descriptor).toBe('fd:1');
    expect(await descriptors.read('fd:1')).toBe('word '.repeat(4_000));
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('fd:1');
    expect(model.requests[0]?.tools?.map((tool) => tool.name)).toContain('read_fd');
    expect(result.steps[1]?.calls[0]).not.toHaveProperty('descriptor');
    expect(result.steps[1]?.calls[0]?.outcome?.text).toContain('<fd_content');
  });

  it('stores a reference as soon as its tag closes, so that a call of the same step can use it (FD-2)', async () => {
    const descriptors = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' });
    let given = '';
    const use = toolNamed(
      'use',
      async (input) => {
        given = (input as { query: string }).query;
        return { text: 'used' };
      },
      { acceptsDescriptors: ['query'] },
    );
    const { result, recorder } = await play({
      script: [
        [{ text: 'Here: <ref id="x">con' }, { text: 'tent</ref> so.' }, call('ref:x', 'use')],
        [{ text: 'Done.' }],
      ],
      tools: [use],
      descriptors,
      context: { descriptorsEnabled: true },
    });
    expect(given).toBe('content');
    expect(result.references).toMatchObject([{ name: 'ref:x', version: 1 }]);
    expect(recorder.of('reference')).toMatchObject([{ descriptor: 'ref:x', name: 'x', version: 1 }]);
    expect(
      recorder
        .of('answer-delta')
        .slice(0, -1)
        .map((packet) => packet.text)
        .join(''),
    ).toBe('Here: content so.');
    expect(result.steps[0]?.narration).toBe('Here: <ref id="x">content</ref> so.');
  });

  it('goes on with a warning when nothing can be stored', async () => {
    const descriptors = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z', quotaBytes: 3 });
    const { result } = await play({
      script: [[{ text: '<ref id="x">content</ref>' }, call('a')], [{ text: 'Done.' }]],
      tools: [search],
      descriptors,
      context: { descriptorsEnabled: true },
    });
    expect(result).toMatchObject({ status: 'complete', answer: 'Done.' });
    expect(result.warnings.map((warning) => warning.code)).toEqual([
      'reference-not-stored',
      'descriptor-not-stored',
    ]);
  });

  it('passes on what a provider warns of, once', async () => {
    const warned = {
      part: { type: 'stream-start' as const, warnings: [{ type: 'other' as const, message: 'No seed.' }] },
    };
    const { result } = await play({
      script: [
        [warned, call('a')],
        [warned, { text: 'Done.' }],
      ],
      tools: [search],
    });
    expect(result.warnings).toEqual([{ code: 'provider', message: 'No seed.' }]);
  });

  it('keeps what a provider wants back with its reasoning and calls', async () => {
    const signed = { anthropic: { signature: 'abc' } };
    const { result, model } = await play({
      script: [
        [
          { part: { type: 'reasoning-start', id: 'r' } },
          { part: { type: 'reasoning-delta', id: 'r', delta: 'Hm.' } },
          { part: { type: 'reasoning-delta', id: 'r', delta: '', providerMetadata: signed } },
          { part: { type: 'reasoning-end', id: 'r' } },
          call('a'),
        ],
        [{ text: 'Done.' }],
      ],
      tools: [search],
    });
    expect(result.steps[0]?.providerMetadata).toEqual({ reasoning: [{ text: 'Hm.', metadata: signed }] });
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('"signature":"abc"');
  });

  it('is strict about the script', () => {
    expect(() => scriptedModel([[]]).assertFinished()).toThrow('not used');
  });
});
