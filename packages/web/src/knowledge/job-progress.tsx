import { RefreshCw, X } from 'lucide-react';
import type { Job } from '../api/knowledge.js';
import { isUnderWay } from '../api/use-job.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ProgressBar } from '../ui/progress-bar.js';

const shownFailures = 8;

/** Files added together, by several jobs. */
export interface Drop {
  files: number;
  /** Read or failed. */
  done: number;
  ready: number;
  failed: number;
  share: number;
}

export function JobProgressBar({
  job,
  drop,
  onRetry,
  onCancel,
}: {
  job: Job;
  /** For a drop read by several jobs, of which this is the last. */
  drop: Drop | null;
  onRetry: (failed: Job) => void;
  onCancel: (running: Job) => void;
}) {
  const { progress } = job;
  const over = !isUnderWay(job);
  const cancelled = job.state === 'cancelled';
  // A stopped job shows how far it came.
  const share =
    job.state === 'done'
      ? 1
      : drop !== null
        ? drop.share
        : progress.share !== null
          ? progress.share
          : progress.filesTotal
            ? progress.filesDone / progress.filesTotal
            : 0;
  const skipped = job.outcomes.filter((entry) => entry.outcome === 'skipped');
  const failures = job.outcomes.filter(
    (entry) => entry.outcome === 'failed' || (entry.outcome !== 'skipped' && entry.reason !== undefined),
  );
  const remarks = job.outcomes.flatMap(({ name, warnings = [] }) =>
    warnings.map((warning) => ({ name, warning })),
  );
  const again = (
    <Button icon={<RefreshCw size={16} />} onClick={() => onRetry(job)}>
      {cancelled ? texts.knowledge.goOn : texts.knowledge.retryJob}
    </Button>
  );
  const failed = drop?.failed ?? progress.filesFailed;
  const unchanged = filesOf(job.outcomes.filter((entry) => entry.outcome === 'unchanged'));
  const facts = [
    over
      ? texts.knowledge.progressDone(
          drop?.ready ??
            Math.max(
              0,
              progress.filesDone -
                progress.filesFailed -
                unchanged -
                filesOf(skipped.filter(({ code }) => code === 'empty' || code === 'unsupported')),
            ),
        )
      : drop !== null
        ? texts.knowledge.progressOf(drop.done, drop.files)
        : progress.filesTotal
          ? texts.knowledge.progressOf(progress.filesDone, progress.filesTotal)
          : texts.knowledge.progressPreparing,
    !over && drop === null && progress.secondsLeft !== null && progress.secondsLeft > 0
      ? texts.knowledge.progressLeft(progress.secondsLeft)
      : '',
    progress.chunks > 0 && drop === null ? texts.common.chunks(progress.chunks) : '',
    unchanged > 0 ? texts.knowledge.progressUnchanged(unchanged) : '',
    skipped.length > 0 ? texts.knowledge.progressSkipped(filesOf(skipped)) : '',
    failed > 0 ? texts.knowledge.progressFailed(failed) : '',
  ].filter((fact) => fact !== '');
  return (
    <div className="rounded-xl border bg-raised p-4 text-sm" data-testid="job" data-state={job.state}>
      <div className="flex flex-wrap justify-between gap-2">
        <span className="font-medium">{over ? facts.join(' · ') : texts.knowledge.progress}</span>
        <span className="flex items-center gap-3 text-soft tabular-nums">
          {over ? '' : facts.join(' · ')}
          {over ? null : (
            <Button icon={<X size={16} />} onClick={() => onCancel(job)}>
              {texts.knowledge.cancelJob}
            </Button>
          )}
        </span>
      </div>
      <ProgressBar share={share} label={texts.knowledge.progress} />
      {over || progress.current === null ? null : (
        <p className="mt-2 truncate text-xs text-soft">
          {texts.knowledge.progressReading} <bdi>{progress.current}</bdi>
          {progress.pages === null
            ? ''
            : `, ${texts.knowledge.progressPages(progress.pages.done, progress.pages.total)}`}
        </p>
      )}
      {job.error === undefined ? null : (
        <Notice tone="error" action={again}>
          {job.error}
        </Notice>
      )}
      {cancelled ? <Notice action={again}>{texts.knowledge.jobCancelled}</Notice> : null}
      {failures.length === 0 ? null : (
        <ul className="mt-3 flex flex-col gap-1 text-xs">
          {failures.slice(0, shownFailures).map((entry) => (
            <li key={entry.name} className="break-words text-unsupported">
              <bdi className="font-medium">{entry.name}</bdi>: {texts.engine(entry.reason ?? entry.outcome)}
            </li>
          ))}
          {over && job.error === undefined && !cancelled ? <li>{again}</li> : null}
        </ul>
      )}
      {skipped.length === 0 ? null : (
        <ul className="mt-3 flex flex-col gap-1 text-xs text-soft" aria-label={texts.knowledge.skipped}>
          {byKind(skipped)
            .slice(0, shownFailures)
            .map(({ kind, name, count, reason }) => (
              <li key={`${kind} ${reason}`} className="break-words">
                {texts.knowledge.skippedKind(count, count === 1 ? name : kind)}: {texts.engine(reason)}
              </li>
            ))}
        </ul>
      )}
      {remarks.length === 0 ? null : (
        <ul className="mt-3 flex flex-col gap-1 text-xs text-soft">
          {remarks.slice(0, shownFailures).map(({ name, warning }) => (
            <li key={`${name} ${warning}`} className="break-words">
              <bdi className="font-medium">{name}</bdi>: {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Entries may stand for several files. */
function filesOf(entries: Job['outcomes']): number {
  return entries.reduce((sum, { files = 1 }) => sum + files, 0);
}

/** Groups by file extension: a folder with a thousand images is one line. */
function byKind(entries: Job['outcomes']): { kind: string; name: string; count: number; reason: string }[] {
  const kinds = new Map<string, { kind: string; name: string; count: number; reason: string }>();
  for (const { name, files = 1, reason = '' } of entries) {
    const kind = /\.[A-Za-z0-9]{1,8}$/u.exec(name)?.[0].toLowerCase() ?? name;
    const known = kinds.get(`${kind} ${reason}`) ?? { kind, name, count: 0, reason };
    kinds.set(`${kind} ${reason}`, { ...known, count: known.count + files });
  }
  return [...kinds.values()];
}
