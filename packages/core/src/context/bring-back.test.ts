import { describe, expect, it } from 'vitest';
import type { Source } from '../sources/source.js';
import { assembleContext } from './assemble-context.js';
import type { StepContext } from './context-input.js';
import {
  chunkOf,
  inputOf,
  lettersOf,
  modelWithRoom,
  pastTurn,
  searchCall,
  stepOf,
  userMessage,
} from './context.test-helper.js';

const sources: Source[] = ['a', 'b', 'c'].map((itemId, index) => ({
  number: index + 1,
  itemId,
  title: `Title of ${itemId}`,
  origin: 'tool',
}));
const chunks = [
  chunkOf('a', '0'),
  ...[1, 5, 3, 4].map((score, index) =>
    chunkOf('b', String(index), { score, text: `Passage ${index} of b.` }),
  ),
];
const pastTurns = [
  pastTurn(1, {
    assistant: {
      steps: [stepOf(searchCall('s1', chunks))],
      citedPassages: [{ itemId: 'b', chunkId: '0' }],
    },
  }),
  pastTurn(2),
  pastTurn(3),
];

const asked = (text: string, more: Partial<StepContext> = {}) =>
  assembleContext(
    inputOf({
      pastTurns,
      ledger: { sources },
      current: { user: userMessage(4, { text }), steps: [] },
      tools: [],
      ...more,
    }),
  );
const passagesOf = (context: ReturnType<typeof asked>) =>
  [...context.shownChunks].map(([number, shown]) => [number, shown.map(({ chunkId }) => chunkId)]);

describe('REF-2 the passages of a source that is named again are brought back', () => {
  it.each(['As in source 2 above: why?', 'What does [2] say?', 'Was steht in Quelle 2?'])('%j', (text) => {
    const context = asked(text);
    // The cited passage comes first, then the best one. Citations are checked against what the model sees.
    expect(passagesOf(context)).toEqual([[2, ['0', '1', '3']]]);
    expect(lettersOf(context)).toMatch(/ U3 A3 F U4$/);
    const part = context.report.parts.find(({ kind }) => kind === 'files');
    expect(part?.text).toContain('"document":2');
    expect(part?.text).toContain('Passage 0 of b.');
    expect(part?.reason).toContain('names these sources again');
    expect(context.ledger.sources).toEqual(sources);
  });

  it.each(['In 2 days?', 'source 9', 'What does source 3 say?', 'nothing'])('not for %j', (text) => {
    const context = asked(text);
    expect(passagesOf(context)).toEqual([]);
    expect(lettersOf(context)).not.toContain('F');
  });

  it('stays where it is while the turn goes on, so that the prefix holds', () => {
    const input = { current: { user: userMessage(4, { text: 'source 2?' }), steps: [] } };
    const first = asked('', input);
    const steps = [stepOf(searchCall('s2', [chunkOf('c', '0')]))];
    const second = asked('', { current: { ...input.current, steps }, previous: first });
    expect(second.report.sharedPrefixTokens).toBe(first.report.totalTokens);
  });

  it('takes a share of the window, makes way first, and says so', () => {
    const long = pastTurns.with(
      0,
      pastTurn(1, {
        assistant: {
          steps: [stepOf(searchCall('s1', [chunkOf('b', '0', { text: 'word '.repeat(300) })]))],
        },
      }),
    );
    const question = `source 2? ${'please '.repeat(3_000)}`;
    const least = asked(question, { pastTurns: [], systemPrompt: null }).report.totalTokens;
    const room = (tokens: number) =>
      asked(question, { pastTurns: long, systemPrompt: null, model: modelWithRoom(tokens) });
    const tight = room(least + 250);
    expect(passagesOf(tight)).toEqual([]);
    expect(tight.report.removals).toContainEqual(
      expect.objectContaining({ origin: 'passages of [2]', action: 'paged-out', descriptor: 'fd:s1' }),
    );
    expect(tight.report.totalTokens).toBeLessThanOrEqual(tight.report.budget.available);
    expect(passagesOf(room(least + 2_000))).toEqual([[2, ['0']]]);
    const huge = pastTurns.with(
      0,
      pastTurn(1, {
        assistant: {
          steps: [stepOf(searchCall('s1', [chunkOf('b', '0', { text: 'word '.repeat(30_000) })]))],
        },
      }),
    );
    expect(passagesOf(asked('source 2?', { pastTurns: huge }))).toEqual([]);
  });
});
