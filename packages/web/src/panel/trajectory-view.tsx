import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Trajectory, TrajectoryCall, TrajectoryStep } from '@ibid/retrieval/internal';
import { useNameOfBase } from '../api/library.js';
import { texts } from '../texts/texts.js';
import { plainPreview } from '../lib/plain-preview.js';
import { hitsIn, retrievalCallWords } from './retrieval-words.js';

/** A run of agentic retrieval, step by step (AGR-8), both live and finished. */
export function TrajectorySteps({ steps }: { steps: TrajectoryStep[] }) {
  return (
    <ol className="flex flex-col gap-4 border-s ps-4">
      {steps.map((step) => (
        <li key={step.step} data-testid="trajectory-step">
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-semibold">
            {texts.tools.step(step.step)}
            <span className="text-xs font-normal text-soft">
              {texts.common.seconds(step.milliseconds)} ·{' '}
              {texts.common.tokens(step.usage.inputTokens + step.usage.outputTokens)}
            </span>
          </p>
          {step.reasoning === '' ? null : (
            <p className="mt-1 text-sm break-words text-soft italic" dir="auto">
              {step.reasoning}
            </p>
          )}
          <ul className="mt-1 flex flex-col">
            {step.calls.map((call, position) => (
              <Call key={position} call={call} />
            ))}
          </ul>
          {step.hops.length === 0 ? null : (
            <div className="mt-1 text-xs text-soft">
              {texts.retrieval.hops}
              <ul className="list-disc ps-5">
                {step.hops.map((hop) => (
                  <li key={hop.itemId} className="break-words">
                    <bdi className="text-ink">{hop.title}</bdi> ({hop.via})
                  </li>
                ))}
              </ul>
            </div>
          )}
          {step.continued === null ? null : (
            <p className="mt-1 text-xs break-words text-weak">
              {texts.retrieval.continued}: {step.continued}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

export function TrajectoryOutcome({ trajectory }: { trajectory: Trajectory }) {
  const { classification, outcome, usage } = trajectory;
  const documents = new Set(outcome.sources.map(({ itemId }) => itemId)).size;
  const why = texts.retrieval.outcomes[outcome.reason] ?? outcome.reason;
  const facts: [string, string][] = [
    [texts.retrieval.results, texts.retrieval.found(outcome.sources.length, documents)],
    [texts.retrieval.class, texts.retrieval.classes[classification.class] ?? classification.class],
    [texts.retrieval.outcome, outcome.reason === 'failed' ? `${why} ${outcome.detail}` : why],
    [texts.retrieval.time, texts.common.seconds(trajectory.milliseconds)],
    [texts.retrieval.tokens, texts.common.tokens(usage.inputTokens + usage.outputTokens)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Call({ call }: { call: TrajectoryCall }) {
  const [open, setOpen] = useState(false);
  const nameOfBase = useNameOfBase();
  const isEnd = call.tool === 'finish_retrieval' && !call.isError;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-7 w-full items-baseline gap-2 rounded-md py-1 text-start text-sm hover:bg-panel"
      >
        <ChevronRight
          size={13}
          className={`shrink-0 text-soft transition-transform ${open ? 'rotate-90' : ''}`}
        />
        <span className={`min-w-0 flex-1 break-words ${call.isError ? 'text-unsupported' : ''}`}>
          {retrievalCallWords(call, nameOfBase)}
        </span>
        {isEnd ? null : (
          <span className="text-xs whitespace-nowrap text-soft">
            {call.isError ? texts.retrieval.failed : texts.retrieval.added(call.added)}
          </span>
        )}
      </button>
      {open ? <Result call={call} /> : null}
    </li>
  );
}

function Result({ call }: { call: TrajectoryCall }) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={texts.tools.result}
      className="scroll-quiet mb-2 max-h-72 overflow-auto rounded-lg bg-panel p-3 text-xs [overflow-wrap:anywhere]"
    >
      <ul className="flex flex-col gap-2">
        {hitsIn(call.result).map((hit, position) => (
          <li key={position}>
            {hit.title === '' ? null : (
              <p>
                <bdi className="font-semibold">{hit.title}</bdi>
                {hit.place === '' ? null : <span className="text-soft"> · {hit.place}</span>}
              </p>
            )}
            {hit.text === '' ? null : (
              <p dir="auto" className={hit.title === '' ? 'whitespace-pre-wrap' : 'text-soft'}>
                {hit.title === '' ? hit.text : plainPreview(hit.text, hit.title)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
