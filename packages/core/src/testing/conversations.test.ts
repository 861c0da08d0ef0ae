import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runTurn } from '../turn/run-turn.js';
import { pastTurnsArbitrary } from './conversations.js';
import { PacketRecorder } from './packet-recorder.js';
import { scriptedModel } from './scripted-model.js';
import { testTurnOptions } from './turn-options.js';

describe('generated conversations', () => {
  it('are ones a turn can go on from, and every kind of turn occurs', async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(pastTurnsArbitrary(fc), async (pastTurns) => {
        for (const turn of pastTurns) kinds.add(turn.assistant?.status ?? 'none');
        const recorder = new PacketRecorder();
        const model = scriptedModel([[{ text: 'Yes [1].' }]]);
        const options = testTurnOptions({ model, context: { pastTurns }, onPacket: recorder.record });
        const result = await runTurn(options).result;
        expect(result.error).toBeNull();
        expect(recorder.problems).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect([...kinds].toSorted((a, b) => a.localeCompare(b))).toEqual([
      'complete',
      'failed',
      'interrupted',
      'none',
      'stopped',
    ]);
  });
});
