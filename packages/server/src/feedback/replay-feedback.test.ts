import { checkCitations } from '@ibid/core';
import { expect, it } from 'vitest';
import type { FeedbackSnapshot } from '@ibid/store/internal';
import { replayFeedback } from './replay-feedback.js';

const LEAVE = 'Employees may take 180 days of parental leave.';
const DOGS = 'Dogs are allowed in the office on Fridays.';
const answer = 'Employees may take 180 days of parental leave [1]. Dogs are allowed on Mondays [2].';

function snapshot(): FeedbackSnapshot {
  const { citations, claims } = checkCitations(answer, [
    { text: LEAVE, itemId: 'leave' },
    { text: DOGS, itemId: 'dogs' },
  ]);
  return {
    question: 'What are the rules?',
    queries: ['parental leave', 'dogs'],
    scope: [],
    modelId: 'm',
    answer,
    claims,
    citations,
    sources: [
      { number: 1, itemId: 'leave', title: 'Leave', chunks: [{ chunkId: '0', text: LEAVE }] },
      { number: 2, itemId: 'dogs', title: 'Dogs', chunks: [{ chunkId: '1', text: DOGS }] },
    ],
  };
}

const marksOf = (...marks: ('right' | 'wrong')[]) =>
  Object.fromEntries(
    snapshot().citations.map(({ citationId }, place) => [citationId, marks[place] ?? 'right']),
  );

it('ANS-5 a replay tells which passages today’s search finds, and what today’s check says', async () => {
  const kept = snapshot();
  const replay = await replayFeedback({
    said: { verdict: 'wrong', marks: marksOf('right', 'wrong') },
    // As if the check had been wrong about the second one at the time.
    snapshot: {
      ...kept,
      citations: kept.citations.map((citation) => ({ ...citation, verdict: 'supported' as const })),
    },
    search: (query) =>
      Promise.resolve(
        query === 'dogs'
          ? [{ itemId: 'other', text: 'Cats are not.' }]
          : [
              { itemId: 'x', text: 'Something else.' },
              // Read again and chunked differently: only the words count.
              { itemId: 'leave-2', text: `Before. ${LEAVE.replace(' 180', '\n180')} After.` },
            ],
      ),
    isThere: (itemId) => Promise.resolve(itemId !== 'dogs'),
  });
  expect(replay.wanted).toMatchObject([{ itemId: 'leave', rank: 3, isGone: false }]);
  expect(replay.unwanted).toMatchObject([{ itemId: 'dogs', rank: null, isGone: true }]);
  expect(replay.verdicts).toMatchObject([
    { mark: 'right', before: 'supported', now: 'supported' },
    { mark: 'wrong', before: 'supported', now: 'unsupported' },
  ]);
});

it('ANS-5 an answer called right wants all it rests on; text that was taken out is not judged again', async () => {
  const kept = snapshot();
  const [first] = kept.sources;
  const replay = await replayFeedback({
    said: { verdict: 'right', marks: marksOf('right') },
    snapshot: { ...kept, queries: [], sources: [first!, { ...kept.sources[1]!, chunks: [] }] },
    search: (query) => Promise.resolve(query === kept.question ? [{ itemId: 'leave', text: LEAVE }] : []),
    isThere: () => Promise.resolve(true),
  });
  expect(replay.wanted.map(({ itemId, rank }) => [itemId, rank])).toEqual([
    ['leave', 1],
    ['dogs', null],
  ]);
  expect(replay.verdicts.map(({ now }) => now)).toEqual(['supported', null]);
});
