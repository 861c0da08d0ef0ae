import { Route } from 'lucide-react';
import { useTurn } from '../api/turns.js';
import { CallDetails } from '../conversation/call-details.js';
import { callTitle } from '../conversation/call-title.js';
import { texts } from '../texts/en.js';
import type { CallView } from '../turn/turn-view.js';
import { useTurnView } from '../turn/use-turn-view.js';
import { EmptyState } from '../ui/empty-state.js';
import { factsOf } from './trajectory-facts.js';
import { TrajectoryView } from './trajectory-view.js';

/** How a turn searched: its calls with class, strategy, searches, results, time and tokens, live and afterwards. */
export function RetrievalPanel({ turnId }: { turnId: string }) {
  const view = useTurnView(turnId);
  const turn = useTurn(turnId, view?.status !== 'running');
  const calls = (view?.blocks ?? []).flatMap((block) => (block.kind === 'tools' ? block.calls : []));
  const trajectory = turn.data?.trajectory ?? null;
  if (calls.length === 0 && trajectory === null) {
    return (
      <EmptyState icon={<Route size={28} />} title={texts.retrieval.none}>
        {texts.retrieval.noneHint}
      </EmptyState>
    );
  }
  return (
    <div
      className="scroll-quiet h-full overflow-y-auto p-4"
      tabIndex={0}
      role="region"
      aria-label={texts.retrieval.title}
    >
      <ol className="flex flex-col gap-5">
        {calls.map((call) => (
          <li key={call.callId}>
            <h3 className="font-serif text-base font-semibold break-words">{callTitle(call)}</h3>
            <Facts facts={factsOfCall(call)} />
            <CallDetails call={call} />
          </li>
        ))}
      </ol>
      <TrajectoryView trajectory={trajectory} />
    </div>
  );
}

function factsOfCall(call: CallView): [string, string][] {
  const facts = factsOf([
    call.result?.data ?? null,
    call.result?.figures ?? null,
    ...call.progress.map((entry) => entry.data),
  ]);
  if (call.milliseconds !== null) facts.push([texts.retrieval.time, texts.common.seconds(call.milliseconds)]);
  if (call.sources.length > 0) facts.push([texts.retrieval.results, String(call.sources.length)]);
  return facts;
}

export function Facts({ facts }: { facts: [string, string][] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="my-2 flex flex-wrap gap-x-5 gap-y-1 text-xs">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-soft">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
