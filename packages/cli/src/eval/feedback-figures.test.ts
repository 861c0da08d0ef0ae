import { expect, it } from 'vitest';
import { feedbackFigures, feedbackReport } from './feedback-figures.js';

const passage = (title: string, rank: number | null, isGone = false) => ({
  citationId: title,
  itemId: title,
  title,
  text: title,
  rank,
  isGone,
});
const judged = (
  mark: 'right' | 'wrong',
  before: 'supported' | 'weak' | 'unsupported',
  now: 'supported' | 'weak' | null,
) => ({ citationId: 'c', mark, before, now });

it('ANS-5 figures say how much is found and how good verdicts are by what people said, then and now', () => {
  const figures = feedbackFigures([
    {
      row: { id: '1', question: 'How long is the leave?', verdict: 'right' },
      replay: {
        wanted: [passage('Leave', 2), passage('Rules', null), passage('Old rules', null, true)],
        unwanted: [],
        verdicts: [judged('right', 'supported', 'supported'), judged('right', 'supported', 'weak')],
      },
    },
    {
      row: { id: '2', question: 'Are dogs allowed?', verdict: 'wrong' },
      replay: {
        wanted: [],
        unwanted: [passage('Dogs', 1), passage('Cats', null)],
        verdicts: [
          judged('wrong', 'supported', 'weak'),
          judged('wrong', 'unsupported', 'weak'),
          // Its document was deleted.
          judged('wrong', 'supported', null),
        ],
      },
    },
  ]);
  expect(figures).toMatchObject({
    answers: { judged: 2, right: 1 },
    passages: { wanted: 2, found: 1, gone: 1, unwanted: 2, unwantedFound: 1, reciprocalRank: 0.25 },
    verdicts: {
      judged: 4,
      before: { agreement: 0.75, precision: 2 / 3, recall: 1 },
      now: { agreement: 0.75, precision: 1, recall: 0.5 },
    },
  });
  expect(figures.better.map(({ what }) => what)).toEqual([
    '“Cats”, called wrong, is no longer found',
    'a passage called wrong was supported and is weak',
  ]);
  expect(figures.worse.map(({ what }) => what)).toEqual([
    '“Rules” is no longer found',
    'a passage called right was supported and is weak',
  ]);
  expect(feedbackReport(figures)).toContain(
    '| “supported” that people call right (precision) | 67 % | 100 % |',
  );
});

it('ANS-5 figures of nothing are no figures', () => {
  const { verdicts, passages } = feedbackFigures([]);
  expect(verdicts.now).toEqual({ agreement: null, precision: null, recall: null });
  expect(passages.reciprocalRank).toBeNull();
});
