import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PastTurn } from '../messages/chat-message.js';
import { pastTurnsArbitrary } from '../testing/conversations.js';
import { BytePairEncoder } from '../tokens/byte-pair-encoder.js';
import { countTokens } from '../tokens/count-tokens.js';
import { keyOfText, type KeptCounts } from '../tokens/kept-counts.js';
import { assembleContext } from './assemble-context.js';
import { inputOf, pastTurn } from './context.test-helper.js';
import { countsToKeep } from './counts-to-keep.js';

const context = inputOf({});
const ledger = { sources: [] };

/** As read from a database: new objects, with the counts stored for each message. */
function stored(turns: readonly PastTurn[], kept: ReturnType<typeof countsToKeep>): PastTurn[] {
  const counts = new Map<string, KeptCounts>(kept.map((one) => [one.messageId, one.tokenCounts]));
  return turns.map((turn) => {
    const { user, assistant } = structuredClone(turn);
    const ofUser = counts.get(user.id);
    const ofAssistant = assistant ? counts.get(assistant.id) : undefined;
    return {
      user: ofUser ? { ...user, tokenCounts: ofUser } : user,
      assistant: assistant && ofAssistant ? { ...assistant, tokenCounts: ofAssistant } : assistant,
    };
  });
}

/** Simulates a fresh process: fills the count cache until earlier entries are evicted. */
function forgetCounts(): void {
  for (let index = 0; index < 12; index += 1) {
    const text = String(index).padEnd(2_400_000, 'x');
    countTokens(text, 'o200k_base', { [keyOfText(text)]: 1 });
  }
}

afterEach(() => vi.restoreAllMocks());

describe('CTX-10 counts are kept with the message', () => {
  test('a history read by another process is not encoded again', () => {
    const turns = Array.from({ length: 20 }, (_, index) =>
      pastTurn(index, { user: { text: `${index} ${'how the tide turns '.repeat(50)}` } }),
    );
    const kept = countsToKeep({ context, turns, ledger });
    expect(kept).toHaveLength(40);
    forgetCounts();
    const count = vi.spyOn(BytePairEncoder.prototype, 'count');
    const { report } = assembleContext(inputOf({ pastTurns: stored(turns, kept) }));
    const past = new Set(
      report.parts.filter((part) => part.reason.startsWith('past')).map((part) => part.text),
    );
    expect(past.size).toBeGreaterThan(20);
    expect(count.mock.calls.length).toBeGreaterThan(0);
    expect(count.mock.calls.filter(([text]) => past.has(text))).toEqual([]);
  });

  test('kept or counted, the context is the same', () => {
    fc.assert(
      fc.property(pastTurnsArbitrary(fc, 4), (turns) => {
        const kept = countsToKeep({ context, turns, ledger });
        const read = assembleContext(inputOf({ pastTurns: stored(turns, kept) }));
        expect(read.report).toEqual(assembleContext(inputOf({ pastTurns: turns })).report);
      }),
      { numRuns: 50 },
    );
  });

  test('a message that has counts of this tokenizer is left alone; those of another one stay beside', () => {
    const turns = [pastTurn(1, {}), pastTurn(2, {})];
    const read = stored(turns, countsToKeep({ context, turns, ledger }));
    expect(countsToKeep({ context, turns: read, ledger })).toEqual([]);
    const model = { ...context.model, tokenizer: 'cl100k_base' };
    const more = countsToKeep({ context: { ...context, model }, turns: read, ledger });
    expect(more).toHaveLength(4);
    for (const { tokenCounts } of more)
      expect(Object.keys(tokenCounts).toSorted()).toEqual(['cl100k_base', 'o200k_base']);
  });

  test('nothing older than a window is counted', () => {
    const turns = Array.from({ length: 50 }, (_, index) =>
      pastTurn(index, { user: { text: `${index} ${'old words '.repeat(100)}` } }),
    );
    const model = { ...context.model, contextWindow: 1000 };
    const count = vi.spyOn(BytePairEncoder.prototype, 'count');
    const kept = countsToKeep({ context: { ...context, model }, turns, ledger });
    expect(kept.length).toBeLessThan(20);
    expect(count.mock.calls.length).toBeLessThan(40);
  });

  test('a text that was changed is counted, whatever is kept of the one before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        fc.pre(one !== other);
        expect(keyOfText(one)).not.toBe(keyOfText(other));
      }),
    );
    const keys = new Set(Array.from({ length: 200_000 }, (_, index) => keyOfText(`result in fd:${index}`)));
    expect(keys.size).toBe(200_000);
  });
});
