import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConnectedSource, useSourceChanges } from '../api/connected-sources.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

/** Problems of a source: what is wrong, which documents could not be read and why, and possible actions. */
export function SourceTroubles(props: {
  source: ConnectedSource;
  changes: ReturnType<typeof useSourceChanges>;
}) {
  const { source, changes } = props;
  const { id, failed, failures } = source;
  const [isAsking, setAsking] = useState(false);
  const isPaused = source.state === 'paused';
  // A sync is retrying what was wrong. An open question stays, or it would vanish while being answered.
  const isSyncing = source.state === 'syncing';
  return (
    <>
      {isSyncing ? null : (
        <>
          {source.problem === null ? null : (
            <p className="mt-1 text-xs break-words text-unsupported">{texts.engine(source.problem)}</p>
          )}
          {source.asksToDelete && !isPaused ? (
            <div className="mt-2">
              <Button icon={<Trash2 size={14} />} onClick={() => setAsking(true)}>
                {texts.connected.deleteMissing}
              </Button>
            </div>
          ) : null}
          {failed === 0 ? null : (
            <details className="mt-1 text-xs" open={source.items === 0}>
              <summary className="cursor-pointer text-unsupported">{texts.connected.notRead(failed)}</summary>
              <ul className="mt-1 flex flex-col gap-1 text-soft">
                {failures.map(({ name, reason }) => (
                  <li key={name} className="break-words">
                    <bdi className="font-medium text-ink">{name}</bdi>: {reason}
                  </li>
                ))}
                {failed > failures.length ? (
                  <li>{texts.connected.moreInLog(failed - failures.length)}</li>
                ) : null}
              </ul>
              {isPaused ? null : (
                <div className="mt-2">
                  <Button
                    icon={<RefreshCw size={14} />}
                    disabled={changes.sync.isPending}
                    onClick={() => changes.sync.mutate({ id, failed: 'retry' })}
                  >
                    {texts.common.retry}
                  </Button>
                </div>
              )}
            </details>
          )}
        </>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={texts.connected.deleteMissing}
          question={texts.connected.deleteMissingQuestion(source.name)}
          action={texts.connected.deleteMissing}
          onClose={() => setAsking(false)}
          onConfirm={() => changes.sync.mutateAsync({ id, missing: 'delete' })}
        />
      ) : null}
    </>
  );
}
