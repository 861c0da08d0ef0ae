import { describe, expect, test } from 'vitest';
import { assembleContext } from '../assemble-context.js';
import { inputOf, lettersOf, modelWithRoom, pastTurn, userMessage } from '../context.test-helper.js';
import { applySummary } from './apply-summary.js';
import { countTokens } from '../../tokens/count-tokens.js';
import { planSummary } from './plan-summary.js';
import { summariseHistory } from './summarise-history.js';

const filler = 'The committee met and discussed the budget at length. '.repeat(30);
const ledger = {
  sources: [1, 2, 3].map((number) => ({
    number,
    itemId: `i${number}`,
    title: `Report ${number}`,
    origin: 'tool' as const,
  })),
};

function longConversation(turns: number) {
  return inputOf({
    systemPrompt: 'Answer.',
    model: modelWithRoom(2000, { contextWindow: 2500, maxOutputTokens: 500 }),
    pastTurns: Array.from({ length: turns }, (_, index) =>
      pastTurn(index + 1, {
        user: { text: `${index + 1}: ${filler}` },
        assistant: {
          answer: index === 0 ? 'It is in [2] and <ref id="plan">Step one.</ref>' : 'Yes.',
          descriptor: `fd:${index + 1}`,
        },
      }),
    ),
    current: { user: userMessage(turns + 1), steps: [] },
    ledger,
  });
}

describe('CTX-14 the running summary', () => {
  test('is not asked for while little was dropped', () => {
    expect(planSummary({ input: longConversation(3) })).toBeNull();
    expect(planSummary({ input: longConversation(9) })).toBeNull();
  });

  test('covers all but the newest turns, and sources and handles survive it by number and name', async () => {
    const input = longConversation(20);
    const prompts: string[] = [];
    const result = await summariseHistory({
      input,
      summarise: async (prompt) => {
        prompts.push(prompt);
        return `Summary ${prompts.length}.`;
      },
    });
    expect(result.failure).toBeNull();
    expect(result.requests).toBe(prompts.length);
    // The text exceeds one window: each request takes what fits and builds on the previous summary.
    expect(prompts.length).toBeGreaterThan(1);
    expect(prompts[1]).toContain('Summary 1.');
    expect(prompts.every((prompt) => prompt.length < 2500 * 5)).toBe(true);
    expect(result.summary?.coversTurns).toBe(19);
    expect(result.summary?.text).toContain('[2] Report 2');
    expect(result.summary?.text).not.toContain('Report 3');
    expect(result.summary?.text).toContain('fd:1 to fd:19');
    expect(result.summary?.text).toContain('ref:plan');

    const context = assembleContext({ ...input, summary: result.summary });
    expect(lettersOf(context)).toBe('S SUM U20 A20 U21');
    expect(context.report.removals.map((removal) => removal.action)).toEqual(
      Array.from({ length: 19 }, () => 'summarised'),
    );
    expect(context.ledger).toEqual(ledger);
  });

  test('CTX-10 never asks with more than the window takes, however long a turn or the summary before it', async () => {
    const input = longConversation(8);
    const told = '航海日誌には追い風と書かれている。'.repeat(500);
    const pastTurns = input.pastTurns.map((turn) => ({ ...turn, user: { ...turn.user, text: told } }));
    const summary = { text: told, coversTurns: 1 };
    const prompts: string[] = [];
    const result = await summariseHistory({
      input: { ...input, pastTurns, summary },
      summaryWindow: 2_048,
      summarise: async (prompt) => {
        prompts.push(prompt);
        return 'They spoke of the log.';
      },
    });
    expect(result.failure).toBeNull();
    expect(prompts.length).toBeGreaterThan(1);
    for (const prompt of prompts) expect(countTokens(prompt)).toBeLessThan(2_048 * 0.65);
    expect(prompts[0]).toContain('Person: 航海日誌');
  });

  test('a failed, empty or endless summary changes nothing', async () => {
    const input = longConversation(20);
    const before = assembleContext(input);
    for (const summarise of [
      async () => '   ',
      async () => filler.repeat(20),
      async (): Promise<string> => {
        throw new Error('overloaded');
      },
    ]) {
      const result = await summariseHistory({ input, summarise });
      expect(result.summary).toBeNull();
      expect(result.failure).not.toBeNull();
      expect(assembleContext({ ...input, summary: result.summary })).toEqual(before);
    }
  });

  test('what fails later keeps what was summarised before', async () => {
    let calls = 0;
    const result = await summariseHistory({
      input: longConversation(20),
      summarise: async () => {
        calls += 1;
        if (calls > 1) throw new Error('overloaded');
        return 'The first part.';
      },
    });
    expect(result.failure).toBe('overloaded');
    expect(result.summary?.text).toContain('The first part.');
    expect(result.summary?.coversTurns).toBeGreaterThan(0);
  });

  test('a summary that does not fit is dropped last, and its turns are listed', () => {
    const input = longConversation(4);
    const plan = { prompt: '', coversTurns: 2, mostTokens: 5000, target: 2 };
    const summary = applySummary({ input, plan, text: filler.repeat(8) });
    const context = assembleContext({ ...input, summary });
    expect(lettersOf(context)).toBe('S L U5');
    expect(context.report.parts[1]?.text).toContain('fd:1 to fd:4');
  });
});
