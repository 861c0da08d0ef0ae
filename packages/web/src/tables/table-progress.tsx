import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { tableAction } from '../api/tables.js';
import type { EvidenceTableState } from '../api/tables.js';
import { isUnderWay } from '../api/use-job.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ProgressBar } from '../ui/progress-bar.js';

/** The progress of a run with a stop button, or what is left to compute with a start button. */
export function TableProgress(props: { table: EvidenceTableState; onChange: () => Promise<unknown> }) {
  const { table } = props;
  const [error, setError] = useState<string | null>(null);
  const act = (action: 'run' | 'stop') =>
    tableAction(action, table.id)
      .then(() => setError(null))
      .catch((reason: unknown) => setError(messageOf(reason)))
      .then(props.onChange);
  if (error !== null) return <Notice tone="error">{error}</Notice>;
  const { job, counts } = table;
  const run = (label: string) => (
    <Button icon={<Play size={15} />} onClick={() => void act('run')}>
      {label}
    </Button>
  );
  if (job !== null && isUnderWay(job)) {
    const { chunks, share, secondsLeft, current } = job.progress;
    const facts = [
      job.state === 'queued' ? '' : texts.tables.done(chunks, chunks + counts.pending),
      secondsLeft === null ? '' : texts.tables.left(secondsLeft),
    ].filter((fact) => fact !== '');
    return (
      <div className="rounded-xl border bg-raised px-4 py-3 text-sm" data-testid="table-progress">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-medium">
            {job.state === 'queued' ? texts.tables.waiting : texts.tables.running}
          </span>
          <span className="flex items-center gap-3 text-soft tabular-nums">
            {facts.join(' · ')}
            <Button icon={<Square size={14} />} onClick={() => void act('stop')}>
              {texts.tables.stop}
            </Button>
          </span>
        </div>
        <ProgressBar share={share ?? 0} label={texts.tables.running} />
        {current === null ? null : (
          <p className="mt-1 truncate text-xs text-soft">
            <bdi>{current}</bdi>
          </p>
        )}
      </div>
    );
  }
  if (counts.pending === 0) return null;
  const isStaleOnly = counts.stale >= counts.pending;
  return (
    <Notice
      tone={job?.error === undefined ? 'info' : 'warning'}
      action={run(isStaleOnly ? texts.tables.runStale : texts.tables.run)}
    >
      {job?.error === undefined ? '' : `${texts.tables.failed} ${job.error} `}
      {isStaleOnly ? texts.tables.stale(counts.stale) : texts.tables.pending(counts.pending)}
    </Notice>
  );
}
