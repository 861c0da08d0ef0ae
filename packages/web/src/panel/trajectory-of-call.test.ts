import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { JsonValue } from '@ibid/core';
import type { CallView } from '@ibid/core/turn-view';
import { trajectoryOfCall } from './trajectory-of-call.js';

const step = {
  step: 1,
  reasoning: '',
  calls: [],
  hops: [],
  continued: null,
  usage: { inputTokens: 1, outputTokens: 1 },
  milliseconds: 2,
};

const call = (progress: JsonValue[], data: JsonValue | null): CallView => ({
  callId: 'c',
  tab: 0,
  toolName: 'agentic_context_search',
  title: null,
  inputText: '',
  input: null,
  progress: progress.map((entry) => ({ message: '', step: 1, data: entry })),
  sources: [],
  result: data === null ? null : { text: '', descriptor: null, figures: null, data, isError: false },
  milliseconds: null,
  done: data !== null,
});

describe('AGR-8 the run of a call', () => {
  it('shows the steps as they come, and the whole run once it is over', () => {
    expect(trajectoryOfCall(call([null, step], null))).toEqual({ steps: [step], whole: null });
    const trajectory = { query: 'q', steps: [step, step], outcome: { reason: 'finished' } };
    expect(trajectoryOfCall(call([step], { trajectory })).whole).toEqual(trajectory);
  });

  it('takes no other data for a run', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(trajectoryOfCall(call([], data as JsonValue))).toEqual({ steps: [], whole: null });
      }),
    );
  });
});
