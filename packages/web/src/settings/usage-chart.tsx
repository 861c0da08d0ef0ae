import type { UsageTotal } from '../api/usage.js';
import { texts } from '../texts/texts.js';

const height = 160;
const barWidth = 22;
const shownDays = 30;

/** Tokens per day as stacked bars; the same figures are in the title of each bar for those who can't see it. */
export function UsageChart({ rows }: { rows: UsageTotal[] }) {
  const days = lastDays(rows, new Date());
  const highest = Math.max(1, ...days.map((day) => day.inputTokens + day.outputTokens));
  const width = Math.max(days.length * barWidth, 240);
  const scale = (tokens: number) => (tokens / highest) * (height - 20);
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-center gap-x-4 text-sm font-semibold">
        {texts.settings.perDay}
        <Legend colour="var(--series-2)" label={texts.settings.input} />
        <Legend colour="var(--series-1)" label={texts.settings.output} />
      </figcaption>
      <div
        // Where it does not fit, today is what counts.
        ref={(element) => {
          if (element !== null) element.scrollLeft = element.scrollWidth;
        }}
        className="scroll-quiet overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label={texts.settings.perDay}
      >
        <svg width={width} height={height + 22} role="img" aria-label={texts.settings.perDay}>
          <line x1="0" x2={width} y1={height} y2={height} stroke="var(--line-strong)" />
          {days.map((day, position) => {
            const read = scale(day.inputTokens);
            const written = scale(day.outputTokens);
            const x = position * barWidth + 3;
            return (
              <g key={day.key}>
                <title>{`${day.key}: ${texts.conversation.usage(day.inputTokens, day.outputTokens)}`}</title>
                <rect x={x} y={height - read} width={barWidth - 6} height={read} fill="var(--series-2)" />
                <rect
                  x={x}
                  y={height - read - written}
                  width={barWidth - 6}
                  height={written}
                  fill="var(--series-1)"
                />
                {position % 5 === 0 ? (
                  <text x={x} y={height + 16} fontSize="11" fill="var(--soft)">
                    {day.key.slice(5, 10)}
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

/** The last days up to today, those without use as empty bars; older ones only where there was use. */
function lastDays(rows: UsageTotal[], today: Date): UsageTotal[] {
  const byDay = new Map(rows.map((row) => [row.key.slice(0, 10), row]));
  return Array.from({ length: shownDays }, (_, position) => {
    const date = new Date(today.getTime() - (shownDays - 1 - position) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    return (
      byDay.get(date) ?? {
        key: date,
        entries: 0,
        inputTokens: 0,
        outputTokens: 0,
        cachedInputTokens: 0,
        reasoningTokens: 0,
        costUsd: 0,
      }
    );
  });
}

function Legend({ colour, label }: { colour: string; label: string }) {
  return (
    <span className="flex items-center gap-1.5 text-xs font-normal text-soft">
      <span aria-hidden="true" className="size-2.5 rounded-sm" style={{ background: colour }} />
      {label}
    </span>
  );
}
