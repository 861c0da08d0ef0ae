import { MoreHorizontal, Pause, Play, RefreshCw, ScrollText, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConnectedSource, useSourceChanges } from '../api/connected-sources.js';
import { useSourceKinds } from '../api/connected-sources.js';
import { useIsAdministrator } from '../api/users.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { CheckField } from '../ui/field.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem } from '../ui/menu.js';
import { SourceDialog } from './source-dialog.js';
import { SourceLog } from './source-log.js';
import { SourceTroubles } from './source-troubles.js';

/** One source: its state and actions. */
export function SourceCard(props: { source: ConnectedSource; changes: ReturnType<typeof useSourceChanges> }) {
  const { source, changes } = props;
  const isAdministrator = useIsAdministrator();
  const [shown, setShown] = useState<'log' | 'edit' | 'remove' | null>(null);
  const [withItems, setWithItems] = useState(true);
  const isSyncing = source.state === 'syncing';
  const isPaused = source.state === 'paused';
  const close = () => setShown(null);
  return (
    <li className="rounded-xl border bg-raised px-4 py-2.5" data-testid="source" data-state={source.state}>
      <div className="flex items-center gap-3">
        <bdi className="min-w-0 flex-1 truncate text-sm font-medium" title={source.name}>
          {source.name}
        </bdi>
        <IconButton
          label={texts.connected.sync}
          disabled={isSyncing || isPaused || changes.sync.isPending}
          onClick={() => changes.sync.mutate({ id: source.id })}
        >
          <RefreshCw size={16} className={isSyncing ? 'animate-spin' : ''} />
        </IconButton>
        <IconButton
          label={isPaused ? texts.connected.resume : texts.connected.pause}
          disabled={changes.change.isPending}
          onClick={() => changes.change.mutate({ id: source.id, body: { isPaused: !isPaused } })}
        >
          {isPaused ? <Play size={16} /> : <Pause size={16} />}
        </IconButton>
        <Menu
          trigger={
            <IconButton label={texts.common.more}>
              <MoreHorizontal size={18} />
            </IconButton>
          }
        >
          <MenuItem icon={<ScrollText size={14} />} onSelect={() => setShown('log')}>
            {texts.connected.log}
          </MenuItem>
          {isAdministrator ? (
            <MenuItem icon={<Settings2 size={14} />} onSelect={() => setShown('edit')}>
              {texts.connected.edit}
            </MenuItem>
          ) : null}
          <MenuItem danger icon={<Trash2 size={14} />} onSelect={() => setShown('remove')}>
            {texts.connected.remove}
          </MenuItem>
        </Menu>
      </div>
      <State source={source} />
      <SourceTroubles source={source} changes={changes} />
      {shown === 'log' ? <SourceLog source={source} onClose={close} /> : null}
      {shown === 'edit' ? (
        <SourceDialog
          source={source}
          onClose={close}
          onSubmit={({ kind: _kind, ...body }) => changes.change.mutateAsync({ id: source.id, body })}
        />
      ) : null}
      {shown === 'remove' ? (
        <ConfirmDialog
          title={texts.connected.remove}
          question={texts.connected.removeQuestion(source.name)}
          action={texts.connected.remove}
          onClose={close}
          onConfirm={() =>
            changes.remove.mutateAsync({ id: source.id, items: withItems ? 'delete' : 'keep' })
          }
        >
          <CheckField
            label={texts.connected.removeItems}
            hint={texts.common.items(source.items)}
            checked={withItems}
            onChange={(event) => setWithItems(event.target.checked)}
          />
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

function State({ source }: { source: ConnectedSource }) {
  const kinds = useSourceKinds().data?.rows ?? [];
  const kind = kinds.find((one) => one.kind === source.kind);
  const time = (at: string) =>
    new Date(at).toLocaleString(dateLocale(), { dateStyle: 'short', timeStyle: 'short' });
  const parts = [
    texts.connected.kinds[source.kind]?.label ?? kind?.label ?? source.kind,
    texts.connected.states[source.state] ?? source.state,
    ...(source.state === 'syncing' && source.job
      ? [texts.connected.progress(source.job.progress.filesDone)]
      : [texts.common.items(source.items)]),
    source.syncedAt === null ? texts.connected.neverSynced : texts.connected.synced(time(source.syncedAt)),
    ...(source.nextAt !== null && source.state !== 'syncing'
      ? [texts.connected.next(time(source.nextAt))]
      : []),
  ];
  return <span className="block text-xs text-soft">{parts.join(' · ')}</span>;
}
