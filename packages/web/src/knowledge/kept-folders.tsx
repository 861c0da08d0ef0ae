import { useQueryClient } from '@tanstack/react-query';
import { FolderSync, RefreshCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { messageOf } from '../api/api-error.js';
import { isReading, useFolderChanges, useKeptFolders } from '../api/kept-folders.js';
import type { KeptFolder } from '../api/kept-folders.js';
import { basesKey } from '../api/library.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';

/** The folders that this knowledge base follows: the result of their last run, and when they were checked. */
export function KeptFolders({ baseId }: { baseId: string }) {
  const client = useQueryClient();
  const folders = useKeptFolders(baseId).data?.rows ?? [];
  const { sync, forget } = useFolderChanges(baseId);
  const ended = folders.flatMap(({ job }) => (job?.finishedAt ? [job.id] : [])).join();
  // A finished run, from any browser, has changed the list below.
  useEffect(() => {
    if (ended === '') return;
    void client.invalidateQueries({ queryKey: ['items', baseId] });
    void client.invalidateQueries({ queryKey: basesKey });
  }, [client, baseId, ended]);
  if (folders.length === 0) return null;
  const problem = sync.error ?? forget.error;
  return (
    <section aria-label={texts.knowledge.keptFolders}>
      <h2 className="mb-2 text-sm font-semibold">{texts.knowledge.keptFolders}</h2>
      <ul className="flex flex-col gap-2">
        {folders.map((folder) => (
          <li
            key={folder.id}
            className="flex items-center gap-3 rounded-xl border bg-raised px-4 py-2.5"
            data-testid="kept-folder"
            data-state={folder.job?.state ?? 'none'}
          >
            <FolderSync size={17} className="shrink-0 text-accent" />
            <div className="min-w-0 flex-1">
              <bdi className="block truncate font-mono text-sm" title={folder.path}>
                {folder.path}
              </bdi>
              <State folder={folder} />
            </div>
            <IconButton
              label={texts.knowledge.folderSync}
              disabled={isReading(folder) || sync.isPending}
              onClick={() => sync.mutate(folder.id)}
            >
              <RefreshCw size={16} className={isReading(folder) ? 'animate-spin' : ''} />
            </IconButton>
            <IconButton label={texts.knowledge.folderForget} onClick={() => forget.mutate(folder.id)}>
              <X size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      {problem === null ? null : <Notice tone="error">{messageOf(problem)}</Notice>}
    </section>
  );
}

function State({ folder }: { folder: KeptFolder }) {
  const { job } = folder;
  const failed = job?.outcomes.filter((entry) => entry.outcome === 'failed') ?? [];
  if (job?.state === 'failed')
    return (
      <span className="block text-xs text-unsupported">{job.error ?? texts.knowledge.folderFailed}</span>
    );
  if (isReading(folder))
    return <span className="block text-xs text-soft">{texts.knowledge.folderRunning}</span>;
  return (
    <span className="block text-xs text-soft">
      {texts.knowledge.folderChecked(new Date(folder.checkedAt).toLocaleTimeString(dateLocale()))}
      {failed.length === 0 ? null : (
        <span className="text-unsupported" title={failed.map((entry) => entry.name).join('\n')}>
          {' · '}
          {texts.knowledge.progressFailed(failed.length)}
        </span>
      )}
    </span>
  );
}
