import { defaultDescriptorSettings } from '../descriptors/descriptor-settings.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PastTurn } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import { pastTurnsArbitrary } from '../testing/conversations.js';
import { countTokens } from '../tokens/count-tokens.js';
import { assembleContext } from './assemble-context.js';
import { inputOf, pastTurn, searchCall, stepOf, userMessage } from './context.test-helper.js';
import { isSamePastTurn } from './is-same-past-turn.js';
import { RecentTurns } from './recent-turns.js';
import { renderPastTurn } from './render-past-turn.js';

const copy = (turn: PastTurn): PastTurn => JSON.parse(JSON.stringify(turn)) as PastTurn;

function rendered(turn: PastTurn) {
  return renderPastTurn({
    turn,
    ledger: { sources: [] },
    vision: true,
    pastResultSummaries: false,
    descriptorsEnabled: true,
    descriptorSettings: defaultDescriptorSettings,
    count: (text) => countTokens(text),
  });
}

/** One change for every place in a turn that holds a string, a number or null. */
function changes(value: unknown, change: (next: unknown) => void = () => {}): (() => void)[] {
  if (typeof value === 'string') return [() => change(`${value} changed`)];
  if (typeof value !== 'object' || value === null) return [() => change('changed')];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...changes(inner, (next) => {
      (value as Record<string, unknown>)[key] = next;
    }),
    () => {
      if (!Array.isArray(value) && (key === 'outcome' || key === 'descriptor' || key === 'summary'))
        delete (value as Record<string, unknown>)[key];
    },
  ]);
}

describe('CTX-10 past turns that are read anew', () => {
  test('are the same only when they are shown the same, whatever changed in them', () => {
    fc.assert(
      fc.property(pastTurnsArbitrary(fc, 2), fc.nat(), (turns, place) => {
        for (const turn of turns) {
          expect(isSamePastTurn(turn, copy(turn))).toBe(true);
          const changed = copy(turn);
          const ways = changes(changed);
          ways[place % ways.length]?.();
          if (isSamePastTurn(turn, changed)) expect(rendered(changed)).toEqual(rendered(turn));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('arguments are compared in depth and in order', () => {
    const turnWith = (input: JsonValue) =>
      pastTurn(1, { assistant: { steps: [stepOf({ ...searchCall('1', []), input })] } });
    const turn = turnWith({ a: [1, { b: null }], c: 'x' });
    expect(isSamePastTurn(turn, turnWith({ a: [1, { b: null }], c: 'x' }))).toBe(true);
    for (const other of [
      { a: [1, { b: 0 }], c: 'x' },
      { c: 'x', a: [1, { b: null }] },
      { a: [1], c: 'x' },
      ['x'],
      null,
    ])
      expect(isSamePastTurn(turn, turnWith(other))).toBe(false);
  });

  test('a turn with the same ids and another text is shown as it is now', () => {
    const shown = (text: string) =>
      assembleContext(
        inputOf({
          pastTurns: [pastTurn(1, { user: { text }, assistant: { answer: `${text}!` } })],
          current: { user: userMessage(2), steps: [] },
        }),
      ).report.parts.map((part) => part.text);
    expect(shown('First words')).toEqual(expect.arrayContaining(['First words', 'First words!']));
    expect(shown('Other words')).toEqual(expect.arrayContaining(['Other words', 'Other words!']));
    expect(shown('First words')).toEqual(expect.arrayContaining(['First words', 'First words!']));
  });

  test('are kept within a bound, those in use longest', () => {
    const recent = new RecentTurns<number>({ maxCharacters: 100_000 });
    const turnOf = (number: number) => pastTurn(number, { user: { text: 'x'.repeat(500) } });
    recent.set(turnOf(0), 'key', 0);
    for (let number = 1; number < 500; number += 1) {
      recent.set(turnOf(number), 'key', number);
      expect(recent.get(turnOf(0), 'key')).toBe(0);
    }
    expect(recent.size).toBeLessThanOrEqual(100);
    expect(recent.get(turnOf(1), 'key')).toBeUndefined();
    expect(recent.get(turnOf(499), 'another key')).toBeUndefined();
    recent.set(pastTurn(600, { user: { text: 'x'.repeat(50_000) } }), 'key', 600);
    expect(recent.get(pastTurn(600, { user: { text: 'x'.repeat(50_000) } }), 'key')).toBeUndefined();
  });
});
