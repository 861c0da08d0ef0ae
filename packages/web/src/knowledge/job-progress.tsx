import { RefreshCw, X } from 'lucide-react';
import type { Job } from '../api/knowledge.js';
import { isUnderWay } from '../api/use-job.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ProgressBar } from '../ui/progress-bar.js';
import { filesOf, FileLines, SkippedLines } from './file-lines.js';
import type { FileNote } from './file-lines.js';

/** Files added together, by several jobs. */
export interface Drop {
  files: number;
  /** Read or failed. */
  done: number;
  ready: number;
  unchanged: number;
  skipped: FileNote[];
  failed: FileNote[];
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
  const skippedHere = job.outcomes.filter((entry) => entry.outcome === 'skipped');
  const skipped = drop?.skipped ?? skippedHere;
  const failures =
    drop?.failed ??
    job.outcomes.filter(
      (entry) => entry.outcome === 'failed' || (entry.outcome !== 'skipped' && entry.reason !== undefined),
    );
  const remarks = job.outcomes.flatMap(({ name, warnings = [] }) =>
    warnings.map((reason) => ({ name, reason })),
  );
  const again = (
    <Button icon={<RefreshCw size={16} />} onClick={() => onRetry(job)}>
      {cancelled ? texts.knowledge.goOn : texts.knowledge.retryJob}
    </Button>
  );
  const failed = drop?.failed.length ?? progress.filesFailed;
  const unchanged = drop?.unchanged ?? filesOf(job.outcomes.filter((entry) => entry.outcome === 'unchanged'));
  const facts = [
    over
      ? texts.knowledge.progressDone(
          drop?.ready ??
            Math.max(
              0,
              progress.filesDone -
                progress.filesFailed -
                unchanged -
                filesOf(skippedHere.filter(({ code }) => code === 'empty' || code === 'unsupported')),
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
        <>
          <FileLines files={failures} isProblem />
          {over && job.error === undefined && !cancelled ? <div className="mt-1">{again}</div> : null}
        </>
      )}
      {skipped.length === 0 ? null : <SkippedLines files={skipped} />}
      {remarks.length === 0 ? null : <FileLines files={remarks} />}
    </div>
  );
}
