import type { FeedbackTrend } from '../api/feedback.js';
import { formatNumber } from '../lib/format-number.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';

type Week = FeedbackTrend['weeks'][number];

const height = 140;
const barWidth = 34;
const shownWeeks = 26;
const WEEK_MILLISECONDS = 7 * 86_400_000;

/** ANS-5: answers called right and wrong, week by week; the figures stand in a table too. */
export function FeedbackChart({ weeks }: { weeks: readonly Week[] }) {
  const shown = lastWeeks(weeks);
  const highest = Math.max(1, ...shown.map(({ right, wrong }) => right + wrong));
  const width = Math.max(shown.length * barWidth, 240);
  const scale = (count: number) => (count / highest) * (height - 20);
  return (
    <figure data-testid="feedback-chart">
      <figcaption className="mb-2 flex flex-wrap items-center gap-x-4 text-sm font-semibold">
        {texts.feedback.perWeek}
        <Legend colour="var(--supported)" label={texts.feedback.right} />
        <Legend colour="var(--unsupported)" label={texts.feedback.wrong} isStriped />
      </figcaption>
      <div
        // Where it does not fit, this week is what counts.
        ref={(element) => {
          if (element !== null) element.scrollLeft = element.scrollWidth;
        }}
        className="scroll-quiet overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label={texts.feedback.perWeek}
      >
        <svg width={width} height={height + 22} role="img" aria-label={texts.feedback.perWeek}>
          <Stripes />
          <line x1="0" x2={width} y1={height} y2={height} stroke="var(--line-strong)" />
          {shown.map(({ week, right, wrong }, position) => {
            const x = position * barWidth + 4;
            const up = scale(right);
            const down = scale(wrong);
            return (
              <g key={week}>
                <title>{texts.feedback.week(dayOf(week), right, wrong)}</title>
                <rect x={x} y={height - up} width={barWidth - 8} height={up} fill="var(--supported)" />
                <rect
                  x={x}
                  y={height - up - down}
                  width={barWidth - 8}
                  height={down}
                  fill="url(#feedback-wrong)"
                  stroke="var(--unsupported)"
                />
                {position % 3 === 0 ? (
                  <text x={x} y={height + 16} fontSize="11" fill="var(--soft)">
                    {dayOf(week)}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}

/** Told apart without colours too. */
function Stripes() {
  return (
    <defs>
      <pattern
        id="feedback-wrong"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="3" height="6" fill="var(--unsupported)" />
      </pattern>
    </defs>
  );
}

/** What people said beside what Ibid had said, week by week. */
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
      role="region"
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

/** How often Ibid’s verdict on a passage was the person’s. */
export function agreementOf(figures: FeedbackTrend['total']): string {
  const { supportedRight, supportedWrong, doubtfulRight, doubtfulWrong } = figures;
  const all = supportedRight + supportedWrong + doubtfulRight + doubtfulWrong;
  return all === 0 ? '–' : `${Math.round((100 * (supportedRight + doubtfulWrong)) / all)} %`;
}

/** From the first to this one; those in which nothing was said are empty. */
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

function Legend(props: { colour: string; label: string; isStriped?: boolean }) {
  const { colour, isStriped } = props;
  return (
    <span className="flex items-center gap-1.5 text-xs font-normal text-soft">
      <span
        aria-hidden="true"
        className="size-2.5 rounded-sm border"
        style={{
          borderColor: colour,
          background: isStriped
            ? `repeating-linear-gradient(45deg, ${colour} 0 2px, transparent 2px 4px)`
            : colour,
        }}
      />
      {props.label}
    </span>
  );
}
