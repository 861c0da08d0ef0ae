import { describe, expect, it } from 'vitest';
import { type ScriptedStep } from '../testing/index.js';
import { play } from './play.test-helper.js';
import { search } from './tools.test-helper.js';

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
    expect(recorder.of('warning').map((packet) => packet.code)).toContain('tool_call_as_text');
    expect(recorder.of('answer-delta').map((packet) => packet.text)).toEqual(['Done.']);
  });

  it('reports the second one', async () => {
    const written: ScriptedStep = [
      { text: 'Looking.\n<tool_call>{"name":"search","arguments":{"query":"a"}}</tool_call>' },
    ];
    const { result } = await play({ script: [written, written], tools: [search] });
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'tool_call_as_text', retryable: false },
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
      error: { code: 'empty_response', retryable: true },
    });
  });

  it('says when an answer was cut by the output limit, or never began', async () => {
    const cut = await play({ script: [[{ text: 'Half of' }, { finish: 'length' }]] });
    expect(cut.result).toMatchObject({
      status: 'complete',
      answer: 'Half of',
      warnings: [{ code: 'answer_cut' }],
    });
    const none = await play({ script: [[{ reasoning: 'Hm…' }, { finish: 'length' }]] });
    expect(none.result).toMatchObject({ status: 'failed', error: { code: 'output_limit' } });
  });
});
