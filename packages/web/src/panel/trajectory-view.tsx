import type { JsonValue } from '@ibid/core';
import { texts } from '../texts/en.js';

/** The run as it was recorded (AGR-8), for those who want every detail. */
export function TrajectoryView({ trajectory }: { trajectory: JsonValue }) {
  if (trajectory === null || (Array.isArray(trajectory) && trajectory.length === 0)) return null;
  return (
    <details className="mt-6 text-sm">
      <summary className="rounded font-semibold">{texts.retrieval.raw}</summary>
      <pre
        tabIndex={0}
        role="region"
        aria-label={texts.retrieval.raw}
        className="scroll-quiet mt-2 max-h-[32rem] overflow-auto rounded-lg bg-panel p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {JSON.stringify(trajectory, null, 2)}
      </pre>
    </details>
  );
}
