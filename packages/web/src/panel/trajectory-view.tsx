import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Trajectory, TrajectoryCall, TrajectoryStep } from '@ibid/retrieval';
import { texts } from '../texts/en.js';

/** A run of agentic retrieval, step by step (AGR-8): the same while it goes on and when it is over. */
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
            <p className="mt-1 text-sm break-words text-soft italic">{step.reasoning}</p>
          )}
          <ul className="mt-1 flex flex-col">
            {step.calls.map((call, position) => (
              <Call key={position} call={call} />
            ))}
          </ul>
          {step.hops.length === 0 ? null : (
            <p className="mt-1 text-xs break-words text-soft">
              {texts.retrieval.hops}: {step.hops.map((hop) => `${hop.title} (${hop.via})`).join('; ')}
            </p>
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
  const facts: [string, string][] = [
    [texts.retrieval.class, `${classification.class} (${classification.reason})`],
    [texts.retrieval.steps, String(trajectory.steps.length)],
    [texts.retrieval.results, String(outcome.sources.length)],
    [texts.retrieval.time, texts.common.seconds(trajectory.milliseconds)],
    [texts.retrieval.tokens, texts.common.tokens(usage.inputTokens + usage.outputTokens)],
    [texts.retrieval.outcome, `${outcome.reason}: ${outcome.detail}`],
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
  const input =
    typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input) ? call.input : {};
  const words = ['query', 'name', 'content_contains', 'command', 'reason']
    .map((name) => input[name])
    .find((value) => typeof value === 'string' && value !== '');
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-baseline gap-2 rounded-md py-1 text-start text-sm hover:bg-panel"
      >
        <ChevronRight
          size={13}
          className={`shrink-0 text-soft transition-transform ${open ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 flex-1 break-words">
          <span className={call.isError ? 'text-unsupported' : ''}>{call.tool.replaceAll('_', ' ')}</span>
          {typeof words === 'string' ? <span className="text-soft"> “{words}”</span> : null}
        </span>
        <span className="text-xs whitespace-nowrap text-soft">{texts.retrieval.added(call.added)}</span>
      </button>
      {open ? (
        <pre
          tabIndex={0}
          role="region"
          aria-label={texts.tools.result}
          className="scroll-quiet mb-2 max-h-72 overflow-auto rounded-lg bg-panel p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {call.result}
        </pre>
      ) : null}
    </li>
  );
}
