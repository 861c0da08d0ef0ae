import type { UsageTotal } from '../api/usage.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { StackedBars } from '../ui/stacked-bars.js';

const shownDays = 30;

/** Tokens per day. */
export function UsageChart({ rows }: { rows: UsageTotal[] }) {
  return (
    <StackedBars
      title={texts.settings.perDay}
      barWidth={23}
      series={[
        { label: texts.settings.input, colour: 'var(--series-2)' },
        { label: texts.settings.output, colour: 'var(--series-1)' },
      ]}
      bars={lastDays(rows, new Date()).map(({ key, inputTokens, outputTokens }, position) => ({
        key,
        title: `${key}: ${texts.conversation.usage(inputTokens, outputTokens)}`,
        label: position % 5 === 0 ? shortDay(key) : null,
        values: [inputTokens, outputTokens],
      }))}
    />
  );
}

/** `19 Oct`: the order of day and month varies by country. */
const shortDay = (key: string) =>
  new Date(`${key.slice(0, 10)}T00:00:00Z`).toLocaleDateString(dateLocale(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

/** The last days up to today, with empty bars for days without usage; older days only if used. */
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
        unpricedTokens: 0,
      }
    );
  });
}
