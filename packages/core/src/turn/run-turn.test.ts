import { describe, expect, it } from 'vitest';
import { type ScriptedStep } from '../testing/index.js';
import { play } from './play.test-helper.js';
import { call, search, toolNamed } from './tools.test-helper.js';

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

  it('uses its own steps, tools and numbers, whatever else the caller’s context holds', async () => {
    const more = { current: null, tools: [], isLastStep: true, ledger: null, budgetScale: 0 };
    const { result } = await play({
      script: [[call('alpha')], [{ text: 'It is first [1].' }]],
      tools: [search],
      context: more as object,
    });
    expect(result).toMatchObject({ status: 'complete', answer: 'It is first [1].' });
    expect(result.citations).toMatchObject([{ number: 1 }]);
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
    expect(result.steps[1]?.calls[0]).toMatchObject({ input: { query: 'b' }, outcome: { isError: true } });
    expect(model.requests).toHaveLength(3);

    const stubborn = await play({
      script: [[call('a')], [call('b')], [call('c')]],
      tools: [search],
      maxSteps: 2,
    });
    expect(stubborn.result).toMatchObject({ status: 'failed', error: { code: 'step_limit' } });
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
    expect(result).toMatchObject({ status: 'failed', error: { code: 'unknown_forced_tool' } });
  });

  it('goes on after steps that were made elsewhere, without giving them out as its own', async () => {
    const { result, model } = await play({
      script: [[{ text: 'As they said.' }]],
      tools: [search],
      initialSteps: [
        {
          reasoning: '',
          narration: '',
          calls: [
            {
              callId: 'theirs',
              toolName: 'search',
              input: { query: 'a' },
              outcome: { text: 'They said so.' },
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('They said so.');
    expect(result.steps).toHaveLength(1);
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
