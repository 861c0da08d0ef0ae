import type { FeedbackTrend } from '../api/feedback.js';
import { formatNumber, formatPercent } from '../lib/format-number.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { StackedBars } from '../ui/stacked-bars.js';

type Week = FeedbackTrend['weeks'][number];

const shownWeeks = 26;
const WEEK_MILLISECONDS = 7 * 86_400_000;

/** ANS-5: answers judged right and wrong, by week; the figures are also in a table. */
export function FeedbackChart({ weeks }: { weeks: readonly Week[] }) {
  return (
    <StackedBars
      testId="feedback-chart"
      title={texts.feedback.perWeek}
      barWidth={34}
      series={[
        { label: texts.feedback.right, colour: 'var(--supported)' },
        { label: texts.feedback.wrong, colour: 'var(--unsupported)', isStriped: true },
      ]}
      bars={lastWeeks(weeks).map(({ week, right, wrong }, position) => ({
        key: week,
        title: texts.feedback.week(dayOf(week), right, wrong),
        label: position % 3 === 0 ? dayOf(week) : null,
        values: [right, wrong],
      }))}
    />
  );
}

/** Users' judgements compared with Ibid's verdicts, by week. */
export function FeedbackTable({ weeks }: { weeks: readonly Week[] }) {
  const heads = [
    texts.feedback.weekHead,
    texts.feedback.right,
    texts.feedback.wrong,
    texts.feedback.passagesRight,
    texts.feedback.passagesWrong,
    texts.feedback.agreement,
  ];
  return (
    <div
      className="scroll-quiet overflow-x-auto"
      tabIndex={0}
      role="group"
      aria-label={texts.feedback.byWeek}
    >
      <table className="w-full text-sm">
        <caption className="mb-2 text-start font-semibold">{texts.feedback.byWeek}</caption>
        <thead>
          <tr className="border-b text-xs text-soft">
            {heads.map((head, position) => (
              <th
                key={head}
                scope="col"
                className={`py-1.5 font-medium ${position === 0 ? 'text-start' : 'ps-4 text-end'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.week} className="border-b last:border-b-0">
              <th scope="row" className="py-1.5 text-start font-normal whitespace-nowrap">
                {new Date(week.week).toLocaleDateString(dateLocale(), { timeZone: 'UTC' })}
              </th>
              {[
                formatNumber(week.right),
                formatNumber(week.wrong),
                formatNumber(week.supportedRight + week.doubtfulRight),
                formatNumber(week.supportedWrong + week.doubtfulWrong),
                agreementOf(week),
              ].map((figure, position) => (
                <td key={heads[position + 1]} className="py-1.5 ps-4 text-end tabular-nums">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How often Ibid’s verdict on a passage matched the user’s. */
export function agreementOf(figures: FeedbackTrend['total']): string {
  const { supportedRight, supportedWrong, doubtfulRight, doubtfulWrong } = figures;
  const all = supportedRight + supportedWrong + doubtfulRight + doubtfulWrong;
  return all === 0 ? '–' : formatPercent((supportedRight + doubtfulWrong) / all);
}

/** From the first week to the current one; weeks without feedback are empty. */
function lastWeeks(weeks: readonly Week[]): Pick<Week, 'week' | 'right' | 'wrong'>[] {
  const [first] = weeks;
  if (first === undefined) return [];
  const byWeek = new Map(weeks.map((week) => [week.week, week]));
  const all: Pick<Week, 'week' | 'right' | 'wrong'>[] = [];
  for (let time = Date.parse(first.week); time <= Date.now(); time += WEEK_MILLISECONDS) {
    const week = new Date(time).toISOString().slice(0, 10);
    all.push(byWeek.get(week) ?? { week, right: 0, wrong: 0 });
  }
  return all.slice(-shownWeeks);
}

function dayOf(week: string): string {
  return new Date(week).toLocaleDateString(dateLocale(), { timeZone: 'UTC', day: 'numeric', month: 'short' });
}
