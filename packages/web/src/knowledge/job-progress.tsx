import { RefreshCw } from 'lucide-react';
import type { Job } from '../api/knowledge.js';
import { texts } from '../texts/en.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ProgressBar } from '../ui/progress-bar.js';

const shownFailures = 8;

export function JobProgress({ job, onRetry }: { job: Job; onRetry: (failed: Job) => void }) {
  const { progress } = job;
  const over = job.state === 'done' || job.state === 'failed';
  const share = over ? 1 : progress.filesTotal ? progress.filesDone / progress.filesTotal : 0;
  const failures = job.outcomes.filter((entry) => entry.outcome === 'failed' || entry.reason !== undefined);
  const unchanged = job.outcomes.filter((entry) => entry.outcome === 'unchanged').length;
  const facts = [
    over
      ? texts.knowledge.progressDone(progress.filesDone - progress.filesFailed - unchanged)
      : progress.filesTotal
        ? texts.knowledge.progressOf(progress.filesDone, progress.filesTotal)
        : texts.knowledge.progressPreparing,
    !over && progress.secondsLeft !== null && progress.secondsLeft > 0
      ? texts.knowledge.progressLeft(progress.secondsLeft)
      : '',
    progress.chunks > 0 ? texts.common.chunks(progress.chunks) : '',
    unchanged > 0 ? texts.knowledge.progressUnchanged(unchanged) : '',
    progress.filesFailed > 0 ? texts.knowledge.progressFailed(progress.filesFailed) : '',
  ].filter((fact) => fact !== '');
  return (
    <div className="rounded-xl border bg-raised p-4 text-sm" data-testid="job" data-state={job.state}>
      <div className="flex flex-wrap justify-between gap-2">
        <span className="font-medium">{over ? facts.join(' · ') : texts.knowledge.progress}</span>
        <span className="text-soft tabular-nums">{over ? '' : facts.join(' · ')}</span>
      </div>
      <ProgressBar share={share} label={texts.knowledge.progress} />
      {over || progress.current === null ? null : (
        <p className="mt-2 truncate text-xs text-soft">
          {progress.phase}: <bdi>{progress.current}</bdi>
        </p>
      )}
      {job.error === undefined ? null : (
        <Notice
          tone="error"
          action={
            <Button icon={<RefreshCw size={16} />} onClick={() => onRetry(job)}>
              {texts.knowledge.retryJob}
            </Button>
          }
        >
          {job.error}
        </Notice>
      )}
      {failures.length === 0 ? null : (
        <ul className="mt-3 flex flex-col gap-1 text-xs">
          {failures.slice(0, shownFailures).map((entry) => (
            <li key={entry.name} className="break-words text-unsupported">
              <bdi className="font-medium">{entry.name}</bdi>: {entry.reason ?? entry.outcome}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
