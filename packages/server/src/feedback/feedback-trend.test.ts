import { expect, it } from 'vitest';
import { feedbackTrend } from './feedback-trend.js';

const day = (name: string, right: number, wrong: number) => ({
  day: name,
  right,
  wrong,
  supportedRight: right,
  supportedWrong: wrong,
  doubtfulRight: 0,
  doubtfulWrong: 0,
});

it('ANS-5 the trend is told by weeks, from Monday to Sunday, also over the end of a year', () => {
  const { weeks, total } = feedbackTrend([
    day('2026-01-05', 4, 0),
    day('2025-12-29', 1, 2),
    day('2026-01-04', 2, 1),
  ]);
  expect(weeks.map(({ week, right, wrong }) => [week, right, wrong])).toEqual([
    ['2025-12-29', 3, 3],
    ['2026-01-05', 4, 0],
  ]);
  expect(total).toMatchObject({ right: 7, wrong: 3, supportedRight: 7, supportedWrong: 3 });
});
