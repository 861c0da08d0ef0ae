import { useNameOfBase } from '../api/library.js';
import { stepIn } from '../panel/trajectory-of-call.js';
import { retrievalStepWords } from '../panel/retrieval-words.js';
import { texts } from '../texts/texts.js';
import type { CallView, ProgressView } from '@ibid/core/turn-view';

const shownLines = 4;

/** The latest progress of a running tool, e.g. the steps of agentic retrieval. Fixed height, so nothing jumps. */
export function CallProgressLines({ calls }: { calls: CallView[] }) {
  const words = useProgressWords();
  const lines = calls.flatMap((call) => call.progress.map(words)).slice(-shownLines);
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

/** Progress of a tool in words: for a search its steps and the kind of question, for others their own text. */
export function useProgressWords(): (entry: ProgressView) => string {
  const nameOfBase = useNameOfBase();
  return (entry) => {
    const [step] = stepIn(entry.data);
    if (step !== undefined) return retrievalStepWords(step, nameOfBase);
    const kind = texts.retrieval.classes[/^(\w+): /.exec(entry.message)?.[1] ?? ''];
    return kind === undefined ? entry.message : `${texts.retrieval.class}: ${kind}`;
  };
}
