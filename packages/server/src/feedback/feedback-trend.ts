import type { FeedbackDay } from '@ibid/store/internal';

type Figures = Omit<FeedbackDay, 'day'>;

const DAY_MILLISECONDS = 24 * 60 * 60_000;
const NOTHING: Figures = {
  right: 0,
  wrong: 0,
  supportedRight: 0,
  supportedWrong: 0,
  doubtfulRight: 0,
  doubtfulWrong: 0,
};

/** ANS-5: feedback by week, oldest first. */
export function feedbackTrend(days: readonly FeedbackDay[]): {
  weeks: (Figures & { week: string })[];
  total: Figures;
} {
  const weeks = new Map<string, Figures>();
  let total = NOTHING;
  for (const { day, ...figures } of days) {
    const week = mondayOf(day);
    weeks.set(week, sum(weeks.get(week) ?? NOTHING, figures));
    total = sum(total, figures);
  }
  const inOrder = [...weeks].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { weeks: inOrder.map(([week, figures]) => ({ week, ...figures })), total };
}

function mondayOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  const since = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - since * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

function sum(one: Figures, other: Figures): Figures {
  return {
    right: one.right + other.right,
    wrong: one.wrong + other.wrong,
    supportedRight: one.supportedRight + other.supportedRight,
    supportedWrong: one.supportedWrong + other.supportedWrong,
    doubtfulRight: one.doubtfulRight + other.doubtfulRight,
    doubtfulWrong: one.doubtfulWrong + other.doubtfulWrong,
  };
}
