import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScriptedStep } from '../testing/index.js';
import type { Packet } from './packet.js';
import { play } from './play.test-helper.js';
import { call, search, toolNamed } from './tools.test-helper.js';

/** Where each block of the page begins, in order: what opened it and its placement. */
function places(packets: readonly Packet[]): string[] {
  const opening: Partial<Record<Packet['type'], string>> = {
    'reasoning-start': 'reasoning',
    'answer-start': 'text',
    'tool-start': 'call',
  };
  return packets.flatMap(({ type, placement }) => {
    const kind = opening[type];
    return kind === undefined ? [] : [`${kind} ${placement.turnIndex}.${placement.tabIndex}`];
  });
}

describe('FLOW-4 placement', () => {
  it('gives reasoning, text, a batch and the answer blocks of their own, though one step produced several', async () => {
    const { recorder } = await play({
      script: [
        [{ reasoning: 'Think.' }, { text: 'I will look.' }, call('a'), call('b')],
        [{ reasoning: 'Think again.' }, { text: 'Found it.' }],
      ],
      tools: [search],
    });
    expect(places(recorder.packets)).toEqual([
      'reasoning 0.0',
      'text 1.0',
      'call 2.0',
      'call 2.1',
      'reasoning 3.0',
      'text 4.0',
    ]);
  });

  it('makes the calls of each step a batch of its own, and its parallel calls tabs from 0', async () => {
    const { recorder } = await play({
      script: [[call('a'), call('b'), call('c')], [call('d')], [call('e'), call('f')], [{ text: 'Done.' }]],
      tools: [search],
    });
    expect(places(recorder.packets)).toEqual([
      'call 0.0',
      'call 0.1',
      'call 0.2',
      'call 1.0',
      'call 2.0',
      'call 2.1',
      'text 3.0',
    ]);
  });

  it('keeps everything of a call at the place of the call, whichever of the batch ends first', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = toolNamed('slow', async (_, context) => {
      context.progress('Waiting.');
      await gate;
      return { text: 'late' };
    });
    const quick = toolNamed('quick', async (_, context) => {
      context.progress('Going.');
      // After this call has ended.
      setTimeout(release, 5);
      return { text: 'early' };
    });
    const { recorder } = await play({
      script: [[call('x', 'slow'), call('y', 'quick')], [{ text: 'Done.' }]],
      tools: [slow, quick],
    });
    const tabs = new Map(
      recorder.of('tool-start').map((packet) => [packet.callId, packet.placement.tabIndex]),
    );
    expect([...tabs.values()]).toEqual([0, 1]);
    const types = ['tool-input-delta', 'tool-progress', 'tool-result', 'tool-end'] as const;
    for (const type of types) {
      const packets = recorder.of(type);
      expect(packets.length).toBeGreaterThanOrEqual(2);
      for (const packet of packets)
        expect(packet.placement).toEqual({ turnIndex: 0, tabIndex: tabs.get(packet.callId) });
    }
    expect(recorder.of('tool-end').map((packet) => packet.placement.tabIndex)).toEqual([1, 0]);
  });

  it('shows what a tool streams from inside as sub-turns of its tab', async () => {
    const inner = toolNamed('inner', async (_, context) => {
      context.progress('Classified.', { subTurnIndex: 0 });
      context.progress('Searched.', { subTurnIndex: 1, data: { found: 3 } });
      context.progress('Read on.', { subTurnIndex: 1 });
      context.progress('Done.');
      return { text: 'ok' };
    });
    const { recorder } = await play({
      script: [[call('a'), call('b', 'inner')], [{ text: 'Answer.' }]],
      tools: [search, inner],
    });
    expect(recorder.of('tool-progress').map(({ placement, message }) => [message, placement])).toEqual([
      ['Classified.', { turnIndex: 0, tabIndex: 1, subTurnIndex: 0 }],
      ['Searched.', { turnIndex: 0, tabIndex: 1, subTurnIndex: 1 }],
      ['Read on.', { turnIndex: 0, tabIndex: 1, subTurnIndex: 1 }],
      ['Done.', { turnIndex: 0, tabIndex: 1 }],
    ]);
  });

  it('numbers blocks without gaps in the order they open, and uses none twice, for any script', async () => {
    const part = fc.constantFrom<'reasoning' | 'text' | 'call'>('reasoning', 'text', 'call');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(part, { minLength: 1, maxLength: 5 }), { maxLength: 4 }),
        async (steps) => {
          let calls = 0;
          const script: ScriptedStep[] = steps.map((parts) => [
            ...parts.map((one) =>
              one === 'call'
                ? call(`q${calls++}`)
                : one === 'text'
                  ? { text: 'Some text. ' }
                  : { reasoning: 'Hm. ' },
            ),
            // A step without a call would end the turn.
            call(`q${calls++}`),
          ]);
          const { recorder } = await play({ script: [...script, [{ text: 'Done.' }]], tools: [search] });
          const blocks = [...new Set(places(recorder.packets).map((place) => place.replace(/\.\d+$/, '')))];
          expect(blocks.map((block) => Number(block.split(' ')[1]))).toEqual(blocks.map((_, index) => index));
        },
      ),
      { numRuns: 60 },
    );
  });
});
