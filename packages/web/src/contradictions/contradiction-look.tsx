import { RefreshCw, Square } from 'lucide-react';
import { useContradictionChanges, useContradictions } from '../api/contradictions.js';
import { isUnderWay } from '../api/use-job.js';
import type { Contradictions } from '../api/contradictions.js';
import { messageOf } from '../api/api-error.js';
import { formatNumber } from '../lib/format-number.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ProgressBar } from '../ui/progress-bar.js';
import { QueryState } from '../ui/query-state.js';
import { ContradictionPairs } from './contradiction-pairs.js';
import type { OpenSide } from './contradiction-pairs.js';

/** One search for contradictions: its progress, results so far, stop and repeat. */
export function ContradictionLook({ id, openSide }: { id: string; openSide?: OpenSide }) {
  const look = useContradictions(id);
  return (
    <QueryState query={look} rows={3}>
      {(data) => (
        <div
          className="flex flex-col gap-4"
          data-testid="contradictions"
          data-state={data.job?.state ?? 'new'}
        >
          <State look={data} />
          <ContradictionPairs rows={data.rows} {...(openSide && { openSide })} />
        </div>
      )}
    </QueryState>
  );
}

function State({ look }: { look: Contradictions }) {
  const { run, stop } = useContradictionChanges();
  const { job } = look;
  const failed = run.error ?? stop.error;
  const again = (label: string) => (
    <Button icon={<RefreshCw size={16} />} disabled={run.isPending} onClick={() => run.mutate(look.id)}>
      {label}
    </Button>
  );
  if (failed !== null) return <Notice tone="error">{messageOf(failed)}</Notice>;
  if (isUnderWay(job))
    return (
      <div className="rounded-xl border bg-raised p-4 text-sm">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1 truncate">
            {job?.progress.current ?? texts.contradictions.looking}
          </span>
          <Button icon={<Square size={14} />} disabled={stop.isPending} onClick={() => stop.mutate(look.id)}>
            {texts.contradictions.stop}
          </Button>
        </div>
        <ProgressBar share={job?.progress.share ?? 0} label={texts.contradictions.looking} />
      </div>
    );
  if (job?.state === 'failed')
    return (
      <Notice tone="error" action={again(texts.contradictions.goOn)}>
        {job.error ?? texts.contradictions.failed}
      </Notice>
    );
  if (!look.isDone)
    return <Notice action={again(texts.contradictions.goOn)}>{texts.contradictions.stopped}</Notice>;
  const open = look.rows.filter(({ standing }) => standing === 'open').length;
  const changed = look.rows.filter(({ standing }) => standing === 'changed').length;
  const found = look.rows.filter(({ standing }) => standing !== 'rejected').length - open - changed;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <p className="min-w-0 flex-1 basis-60 text-soft">
        <span className="font-medium text-ink">{texts.contradictions.found(found)}</span>{' '}
        {open > 0 ? `${texts.contradictions.perhaps(open)} ` : null}
        {changed > 0 ? `${texts.contradictions.changed(changed)} ` : null}
        {texts.contradictions.looked(formatNumber(look.documents), formatNumber(look.statements))}
        {look.isCut ? ` ${texts.contradictions.cut}` : null}
      </p>
      {again(texts.contradictions.again)}
    </div>
  );
}
