import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PacketRecorder, scriptedModel, testClock, testTurnOptions } from '../testing/index.js';
import { runTurn } from './run-turn.js';
import { toolNamed } from './tools.test-helper.js';
import type { Tool, ToolContext } from '../messages/tool.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';

const TIME_LIMIT = 1_000;

/** What a tool does; `later` runs an action after the turn has ended. */
type Behaviour = (context: ToolContext, later: (action: () => void) => void) => Promise<ToolOutcome>;

const behaviours: Record<string, Behaviour> = {
  answers: async () => ({ text: 'fine' }),
  'never returns': () => new Promise(() => {}),
  'throws at once': () => {
    throw new Error('broken');
  },
  'fails late': (_, later) => new Promise((_resolve, reject) => later(() => reject(new Error('late')))),
  'answers late': (_, later) => new Promise((resolve) => later(() => resolve({ text: 'too late' }))),
  'goes on talking': async ({ progress }, later) => {
    progress('working', { data: { share: 0.5 }, subTurnIndex: 0 });
    later(() => progress('still here'));
    return { text: 'fine' };
  },
  'talks and never returns': ({ progress }, later) => {
    progress('working');
    later(() => progress('still here', { subTurnIndex: 1 }));
    return new Promise(() => {});
  },
  'says what cannot be said': async ({ progress }) => {
    const endless: Record<string, unknown> = { time: () => 1 };
    endless['self'] = endless;
    progress('working', { data: endless as never });
    return { text: 'fine', data: endless as never };
  },
  'changes what it gave': async (_, later) => {
    const outcome: ToolOutcome = { text: 'fine', figures: { count: 1 } };
    later(() => {
      outcome.text = 'something else';
      outcome.figures = { count: 2 };
    });
    return outcome;
  },
  'gives what throws when it is read': async () =>
    Object.defineProperty({ text: 'fine' }, 'chunks', {
      get: () => {
        throw new Error('not for you');
      },
    }),
  'is a promise of its own kind': () =>
    ({
      // oxlint-disable-next-line unicorn/no-thenable
      then: (resolve: (outcome: ToolOutcome) => void, reject: (error: Error) => void) => {
        resolve({ text: 'fine' });
        resolve({ text: 'twice' });
        reject(new Error('and not at all'));
      },
    }) as Promise<ToolOutcome>,
};

const names = fc.array(fc.constantFrom(...Object.keys(behaviours)), { minLength: 1, maxLength: 5 });

function start(chosen: readonly string[]) {
  const actions: (() => void)[] = [];
  const tools = Object.entries(behaviours).map(([name, behave], index): Tool =>
    toolNamed(`tool_${index}`, (_, context) => behave(context, (action) => actions.push(action)), {
      title: name,
      timeLimitMilliseconds: TIME_LIMIT,
      repeatable: true,
    }),
  );
  const known = Object.keys(behaviours);
  const calls = chosen.map((name, index) => ({
    call: `tool_${known.indexOf(name)}`,
    input: { query: `call ${index}` },
  }));
  const recorder = new PacketRecorder();
  const clock = testClock();
  const turn = runTurn(
    testTurnOptions({
      model: scriptedModel([calls, [{ text: 'Done.' }]]),
      tools,
      clock,
      onPacket: recorder.record,
    }),
  );
  return { turn, recorder, clock, actions };
}

describe('FLOW-7 tools that do not keep to the rules', () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', onUnhandled);
  });
  afterEach(() => {
    process.off('unhandledRejection', onUnhandled);
  });

  /** Runs all late actions and checks that the turn does not change. */
  async function expectNothingChanges({ turn, recorder, clock, actions }: ReturnType<typeof start>) {
    const result = await turn.result;
    const [saved, sent] = [JSON.stringify(result), JSON.stringify(recorder.packets)];
    for (const action of actions) action();
    await clock.advance(10 * TIME_LIMIT);
    expect(JSON.stringify(result)).toBe(saved);
    expect(JSON.stringify(recorder.packets)).toBe(sent);
    expect(recorder.problems).toEqual([]);
    expect(clock.pending).toBe(0);
    expect(unhandled).toEqual([]);
    return result;
  }

  it('neither hold, break nor alter the turn, in any company', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (chosen) => {
        const started = start(chosen);
        await started.clock.advance(2 * TIME_LIMIT);
        const result = await expectNothingChanges(started);
        expect(result).toMatchObject({ status: 'complete', shownAnswer: 'Done.' });
        const outcomes = result.steps[0]?.calls.map((call) => call.outcome);
        expect(outcomes).toHaveLength(chosen.length);
        for (const [index, name] of chosen.entries()) {
          const isGood = !/never|throws at once|late|throws when/.test(name);
          expect({ name, isError: outcomes?.[index]?.isError ?? false }).toEqual({ name, isError: !isGood });
          if (isGood) expect(outcomes?.[index]?.text).toBe('fine');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('nor one that is stopped in the middle of them', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.nat(TIME_LIMIT - 1), async (chosen, after) => {
        const started = start([...chosen, 'never returns']);
        await started.clock.advance(after);
        started.turn.stop();
        const result = await expectNothingChanges(started);
        expect(result).toMatchObject({ status: 'stopped', shownAnswer: '' });
        const ended = chosen.filter((name) => name === 'answers').length;
        expect(
          result.steps[0]?.calls.filter((call) => call.outcome?.text === 'fine').length,
        ).toBeGreaterThanOrEqual(ended);
      }),
      { numRuns: 40 },
    );
  });
});
