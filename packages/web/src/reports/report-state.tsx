import { Play, Square } from 'lucide-react';
import { messageOf } from '../api/api-error.js';
import { useReportChanges } from '../api/reports.js';
import type { Report } from '../api/reports.js';
import { isUnderWay } from '../api/use-job.js';
import { formatNumber } from '../lib/format-number.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ProgressBar } from '../ui/progress-bar.js';

/** Progress and budget of a report; stops and resumes it. */
export function ReportState({ report }: { report: Report }) {
  const { run, stop } = useReportChanges();
  const { job, used, budget, id } = report;
  const error = run.error ?? stop.error;
  const isBusy = job !== null && isUnderWay(job);
  const goOn = (
    <Button icon={<Play size={14} />} disabled={run.isPending} onClick={() => run.mutate(id)}>
      {texts.reports.goOn}
    </Button>
  );
  const spent = texts.reports.used(
    texts.reports.usedOf(formatNumber(used.steps), formatNumber(budget.steps)),
    texts.reports.usedOf(formatNumber(used.tokens), formatNumber(budget.tokens)),
  );
  return (
    <div
      className="no-print flex flex-col gap-2"
      data-testid="report-state"
      data-state={job?.state ?? 'planned'}
    >
      {error === null ? null : <Notice tone="error">{messageOf(error)}</Notice>}
      {isBusy ? (
        <div className="rounded-xl border bg-raised p-4 text-sm" role="status">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 flex-1 truncate">{job.progress.current ?? texts.reports.waiting}</span>
            <Button icon={<Square size={14} />} disabled={stop.isPending} onClick={() => stop.mutate(id)}>
              {texts.reports.stop}
            </Button>
          </div>
          <ProgressBar share={job.progress.share ?? 0} label={texts.reports.writing} />
        </div>
      ) : job?.state === 'failed' ? (
        <Notice tone="error" action={goOn}>
          {job.error ?? texts.reports.failed}
        </Notice>
      ) : report.sections.some(({ isWithheld }) => isWithheld) ? (
        <Notice
          tone="warning"
          action={
            <Button icon={<Play size={14} />} disabled={run.isPending} onClick={() => run.mutate(id)}>
              {texts.reports.writeAgain}
            </Button>
          }
        >
          {texts.reports.withheld}
        </Notice>
      ) : report.isDone ? null : (
        <Notice action={goOn}>{texts.reports.stopped}</Notice>
      )}
      <p className="text-xs text-soft">{spent}</p>
    </div>
  );
}
