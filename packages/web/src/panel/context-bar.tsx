import type { ContextReport } from '@ibid/core';
import { texts } from '../texts/en.js';
import { seriesOf } from './context-series.js';

const width = 1_000;

/** The context as a bar as long as the budget: each part by its tokens, in order, with the shared prefix below. */
export function ContextBar({ report }: { report: ContextReport }) {
  const whole = Math.max(report.budget.available, report.totalTokens, 1);
  let at = 0;
  const prefix = report.sharedPrefixTokens ?? 0;
  return (
    <svg
      viewBox={`0 0 ${width} 44`}
      preserveAspectRatio="none"
      className="h-9 w-full"
      role="img"
      aria-label={texts.context.bar}
    >
      <rect x="0" y="0" width={width} height="32" rx="4" fill="var(--line)" />
      {report.parts.map((part, position) => {
        const x = (at / whole) * width;
        at += part.tokens;
        return (
          <rect
            key={position}
            x={x}
            y="0"
            width={Math.max((part.tokens / whole) * width, 1.5)}
            height="32"
            fill={seriesOf(part.kind)}
            stroke="var(--paper)"
            strokeWidth="1"
          >
            <title>{`${texts.context.kinds[part.kind] ?? part.kind}: ${texts.common.tokens(part.tokens)}`}</title>
          </rect>
        );
      })}
      {prefix > 0 ? (
        <rect x="0" y="37" width={(prefix / whole) * width} height="5" rx="2" fill="var(--supported)" />
      ) : null}
    </svg>
  );
}
