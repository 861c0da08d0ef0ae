import { Download, Route } from 'lucide-react';
import { trajectoryMarkdown } from '@ibid/retrieval/internal/browser';
import { CallDetails } from '../conversation/call-details.js';
import { callTitle } from '../conversation/call-title.js';
import { saveFile } from '../lib/save-file.js';
import { texts } from '../texts/texts.js';
import type { CallView } from '@ibid/core/turn-view';
import { useTurnView } from '../turn/use-turn-view.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { trajectoryOfCall } from './trajectory-of-call.js';
import { TrajectoryOutcome, TrajectorySteps } from './trajectory-view.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** How a turn searched: its calls with class, strategy, searches, results, time and tokens, live and afterwards. */
export function RetrievalPanel({ turnId }: { turnId: string }) {
  const view = useTurnView(turnId);
  const calls = (view?.blocks ?? []).flatMap((block) => (block.kind === 'tools' ? block.calls : []));
  if (calls.length === 0) {
    return (
      <EmptyState icon={<Route size={28} />} title={texts.retrieval.none}>
        {texts.retrieval.noneHint}
      </EmptyState>
    );
  }
  return (
    <ScrollRegion label={texts.retrieval.title} className="h-full overflow-y-auto p-4">
      <ol className="flex flex-col gap-8">
        {calls.map((call) => (
          <li key={call.callId} className="flex flex-col gap-3">
            <h3 className="font-serif text-base font-semibold break-words">{callTitle(call)}</h3>
            <Run call={call} />
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}

function Run({ call }: { call: CallView }) {
  const { steps, whole } = trajectoryOfCall(call);
  const facts: [string, string][] = [
    ...(call.milliseconds === null
      ? []
      : [[texts.retrieval.time, texts.common.seconds(call.milliseconds)] as [string, string]]),
    [
      texts.retrieval.results,
      texts.retrieval.found(call.sources.length, new Set(call.sources.map(({ itemId }) => itemId)).size),
    ],
  ];
  return (
    <>
      {whole === null ? (
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
          {facts.map(([name, value]) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-soft">{name}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <>
          <TrajectoryOutcome trajectory={whole} />
          <p className="flex flex-wrap gap-2">
            {(
              [
                [texts.retrieval.saveMarkdown, 'retrieval.md', () => trajectoryMarkdown(whole)],
                [texts.retrieval.saveJson, 'retrieval.json', () => JSON.stringify(whole, null, 2)],
              ] as const
            ).map(([label, name, write]) => (
              <Button key={name} icon={<Download size={14} />} onClick={() => saveFile(name, write())}>
                {label}
              </Button>
            ))}
          </p>
        </>
      )}
      {steps.length === 0 ? null : <TrajectorySteps steps={steps} />}
      <CallDetails call={steps.length === 0 ? call : { ...call, progress: [] }} />
    </>
  );
}
