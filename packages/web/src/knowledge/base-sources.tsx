import { useQueryClient } from '@tanstack/react-query';
import { DatabaseZap, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useConnectedSources, useSourceChanges } from '../api/connected-sources.js';
import { useFolderChanges } from '../api/kept-folders.js';
import { addFolder } from '../api/knowledge.js';
import { basesKey } from '../api/library.js';
import { useIsAdministrator } from '../api/users.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { QueryState } from '../ui/query-state.js';
import { KeptFolders } from './kept-folders.js';
import { SourceCard } from './source-card.js';
import { SourceDialog } from './source-dialog.js';

/** KB-10: what this knowledge base is synced with. */
export function BaseSources({ baseId }: { baseId: string }) {
  const client = useQueryClient();
  const sources = useConnectedSources(baseId);
  const changes = useSourceChanges(baseId);
  const { refresh } = useFolderChanges(baseId);
  const isAdministrator = useIsAdministrator();
  const [isAdding, setAdding] = useState(false);
  const synced = sources.data?.rows.map(({ syncedAt, items }) => `${syncedAt} ${items}`).join();
  // A finished run, from any browser, has changed the knowledge base.
  useEffect(() => {
    if (!synced) return;
    void client.invalidateQueries({ queryKey: ['items', baseId] });
    void client.invalidateQueries({ queryKey: basesKey });
  }, [client, baseId, synced]);
  const problem = changes.sync.error ?? changes.change.error;
  const addButton = isAdministrator ? (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setAdding(true)}>
      {texts.connected.add}
    </Button>
  ) : (
    <p className="text-sm text-soft">{texts.connected.onlyAdministrators}</p>
  );
  return (
    <div className="flex flex-col gap-6">
      <QueryState query={sources}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={<DatabaseZap size={28} />} title={texts.connected.none} action={addButton}>
              {texts.connected.noneHint}
            </EmptyState>
          ) : (
            <section aria-label={texts.connected.tab} className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="min-w-0 flex-1 basis-56 text-sm text-soft">{texts.connected.hint}</p>
                {addButton}
              </div>
              <ul className="flex flex-col gap-2">
                {rows.map((source) => (
                  <SourceCard key={source.id} source={source} changes={changes} />
                ))}
              </ul>
              {problem === null ? null : <Notice tone="error">{messageOf(problem)}</Notice>}
            </section>
          )
        }
      </QueryState>
      <KeptFolders baseId={baseId} />
      {isAdding ? (
        <SourceDialog
          source={null}
          onClose={() => setAdding(false)}
          onFolder={(folder) => addFolder(baseId, folder).then(refresh)}
          onSubmit={({ kind, ...filled }) =>
            changes.add.mutateAsync({ knowledgeBaseId: baseId, kind, ...filled })
          }
        />
      ) : null}
    </div>
  );
}
