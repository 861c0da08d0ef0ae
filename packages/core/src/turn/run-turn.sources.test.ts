import { describe, expect, it } from 'vitest';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { scriptedModel } from '../testing/index.js';
import { play } from './play.test-helper.js';
import { call, search, toolNamed } from './tools.test-helper.js';

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
    const { result, recorder, model } = await play({
      script: [
        [{ text: 'Here: <ref id="x">con' }, { text: 'tent</ref> so.' }, call('ref:x', 'use')],
        [{ text: 'Done.' }],
      ],
      tools: [use],
      descriptors,
      context: { descriptorsEnabled: true },
    });
    expect(given).toBe('content');
    // The description says which arguments accept handles.
    const offered = model.requests[0]?.tools?.find((tool) => tool.name === 'use');
    expect(offered).toMatchObject({ description: expect.stringMatching(/ in: query\.$/u) as string });
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
      'reference_not_stored',
      'descriptor_not_stored',
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
