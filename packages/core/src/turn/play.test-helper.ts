import { expect } from 'vitest';
import { PacketRecorder, scriptedModel, type ScriptedStep, testTurnOptions } from '../testing/index.js';
import { runTurn } from './run-turn.js';

type Changes = Omit<Parameters<typeof testTurnOptions>[0], 'model'>;

/** Plays a script to its end. Checks every packet sequence, and that every step was used. */
export async function play({ script, ...changes }: Changes & { script: readonly ScriptedStep[] }) {
  const model = scriptedModel(script);
  const recorder = new PacketRecorder();
  const options = testTurnOptions({ ...changes, model, onPacket: recorder.record });
  const result = await runTurn(options).result;
  expect(recorder.problems).toEqual([]);
  expect(recorder.answerText).toBe(result.shownAnswer);
  model.assertFinished();
  return { result, recorder, model, options };
}
