import type { CallView } from '@ibid/core/turn-view';

const shownLines = 4;

/** The latest a running tool said, e.g. the steps of agentic retrieval. Always the same height: nothing jumps. */
export function CallProgress({ calls }: { calls: CallView[] }) {
  const lines = calls.flatMap((call) => call.progress.map((entry) => entry.message)).slice(-shownLines);
  if (lines.length === 0) return null;
  return (
    <ul className="mb-2 ms-6 flex min-h-20 flex-col text-xs text-soft" aria-live="polite">
      {lines.map((line, position) => (
        <li key={position} className="truncate leading-5">
          {line}
        </li>
      ))}
    </ul>
  );
}
