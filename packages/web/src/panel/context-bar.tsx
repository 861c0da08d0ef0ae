import type { ContextReport } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';
import { seriesOf } from './context-series.js';

const width = 1_000;

/**
 * The parts of the context by tokens, in order. Below them, what a prompt cache can reuse; above them, a thin bar for
 * the share of the budget.
 */
export function ContextBar({ report }: { report: ContextReport }) {
  const whole = Math.max(report.totalTokens, 1);
  const filled = Math.min(1, whole / Math.max(report.budget.available, 1));
  const prefix = report.sharedPrefixTokens ?? 0;
  let at = 0;
  return (
    <svg
      viewBox={`0 0 ${width} 56`}
      preserveAspectRatio="none"
      className="h-12 w-full"
      role="img"
      aria-label={texts.context.bar}
    >
      <rect x="0" y="0" width={width} height="4" fill="var(--line)" />
      <rect x="0" y="0" width={filled * width} height="4" fill="var(--line-strong)" />
      {report.parts.map((part, position) => {
        const x = (at / whole) * width;
        at += part.tokens;
        return (
          <rect
            key={position}
            x={x}
            y="10"
            width={Math.max((part.tokens / whole) * width, 1)}
            height="34"
            fill={seriesOf(part.kind)}
            stroke="var(--paper)"
            strokeWidth="1.5"
          >
            <title>{`${texts.context.kinds[part.kind] ?? part.kind}: ${texts.common.tokens(part.tokens)}`}</title>
          </rect>
        );
      })}
      {prefix > 0 ? (
        <rect x="0" y="50" width={(prefix / whole) * width} height="5" fill="var(--supported)" />
      ) : null}
    </svg>
  );
}
