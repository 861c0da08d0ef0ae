import { useQueryClient } from '@tanstack/react-query';
import { FolderInput, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { budgetKey } from '../api/budget.js';
import { useFolderChanges } from '../api/kept-folders.js';
import { addFolder, cancelJob, retryJob } from '../api/knowledge.js';
import type { Job } from '../api/knowledge.js';
import { basesKey } from '../api/library.js';
import { isUnderWay, useJob } from '../api/use-job.js';
import { useIsAdministrator } from '../api/users.js';
import { BudgetNotice, ROOM } from '../composer/budget-notice.js';
import { formatPercent } from '../lib/format-number.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ProgressBar } from '../ui/progress-bar.js';
import { droppedFiles } from '../uploads/dropped-files.js';
import type { DroppedFile } from '../uploads/dropped-files.js';
import { addFiles, useTray } from '../uploads/tray.js';
import { trayProgress } from '../uploads/tray-entries.js';
import type { TrayEntry } from '../uploads/tray-entries.js';
import type { FileNote } from './file-lines.js';
import { FolderDialog } from './folder-dialog.js';
import { JobProgressBar } from './job-progress.js';
import type { Drop } from './job-progress.js';
import { useRunningJob } from './use-running-job.js';

/** Adds documents: choose, drop, or name a folder on the server; shows the progress. */
export function UploadArea({
  baseId,
  onFilling,
}: {
  baseId: string;
  /** Called when a job begins to add documents and when it ends. */
  onFilling: (isFilling: boolean) => void;
}) {
  const client = useQueryClient();
  const administrator = useIsAdministrator();
  const { refresh } = useFolderChanges(baseId);
  const picker = useRef<HTMLInputElement>(null);
  const [run, { begin, end }] = useRunningJob(baseId);
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [over, setOver] = useState(false);
  const [asking, setAsking] = useState(false);
  const job = useJob(run, () => {
    end();
    // A small file may be in before the page sees its job.
    void client.invalidateQueries({ queryKey: budgetKey });
    void client.invalidateQueries({ queryKey: basesKey });
    void client.invalidateQueries({ queryKey: ['items', baseId] });
    void refresh();
  });
  const tray = useTray().entries;
  const isFilling = job !== null && isUnderWay(job);
  useEffect(() => onFilling(isFilling), [isFilling, onFilling]);
  const upload = (files: readonly DroppedFile[]) => {
    if (files.length === 0) return;
    setProblem(null);
    setSent(0);
    addFiles({ files, baseId, onJob: begin, onSent: setSent })
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setSent(null));
  };
  const retry = (failed: Job) => {
    setProblem(null);
    retryJob(failed.id).then(begin, (error: unknown) => setProblem(messageOf(error)));
  };
  const cancel = (running: Job) => {
    setProblem(null);
    cancelJob(running.id).catch((error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <section className="flex flex-col gap-3">
      <BudgetNotice of={ROOM} changed={isFilling ? job.id : null} />
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void droppedFiles(event.dataTransfer).then(upload);
        }}
        className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border-2 border-dashed px-5 py-5 ${over ? 'border-accent bg-accent-soft' : 'border-line-strong/50'}`}
      >
        <Upload size={22} className="text-accent" />
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-sm font-medium pointer-coarse:hidden">{texts.knowledge.drop}</p>
          <p className="text-xs text-soft">{texts.knowledge.formats}</p>
        </div>
        <Button variant="primary" onClick={() => picker.current?.click()}>
          {texts.knowledge.upload}
        </Button>
        {administrator ? (
          <Button icon={<FolderInput size={16} />} onClick={() => setAsking(true)}>
            {texts.knowledge.folder}
          </Button>
        ) : null}
        <input
          ref={picker}
          type="file"
          multiple
          className="hidden"
          aria-label={texts.knowledge.upload}
          data-testid="upload-input"
          onChange={(event) => {
            upload(
              [...(event.target.files ?? [])].map((file) => ({
                file,
                path: file.webkitRelativePath || file.name,
              })),
            );
            event.target.value = '';
          }}
        />
      </div>
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      {sent === null ? null : (
        <div className="rounded-xl border bg-raised p-4 text-sm" data-testid="sending">
          <div className="flex justify-between gap-2">
            <span className="font-medium">{texts.knowledge.sending}</span>
            <span className="text-soft tabular-nums">{formatPercent(sent)}</span>
          </div>
          <ProgressBar share={sent} label={texts.knowledge.sending} />
        </div>
      )}
      {job === null ? null : (
        <JobProgressBar job={job} drop={dropOf(job, tray)} onRetry={retry} onCancel={cancel} />
      )}
      {asking ? (
        <FolderDialog
          onClose={() => setAsking(false)}
          onSubmit={async (folder) => {
            begin(await addFolder(baseId, folder));
            await refresh();
          }}
        />
      ) : null}
    </section>
  );
}

/** Several jobs read a drop of many files; the progress covers all of them. Null for a single job. */
function dropOf(job: Job, entries: readonly TrayEntry[]): Drop | null {
  const drop = entries.find(({ jobId }) => jobId === job.id)?.drop;
  const files = drop === undefined ? [] : entries.filter((entry) => entry.drop === drop);
  if (files.every(({ jobId }) => jobId === job.id)) return null;
  return {
    ...trayProgress(files),
    files: files.length,
    ready: files.filter(({ state }) => state === 'ready').length,
    unchanged: files.filter(({ state }) => state === 'there').length,
    skipped: notesOf(files, 'skipped'),
    failed: notesOf(files, 'failed'),
  };
}

function notesOf(files: readonly TrayEntry[], state: TrayEntry['state']): FileNote[] {
  return files
    .filter((file) => file.state === state)
    .map(({ name, reason }) => ({ name, reason: reason ?? '' }));
}
