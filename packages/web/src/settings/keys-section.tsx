import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteKey, keysKey, useKeys } from '../api/keys.js';
import type { ApiKeyRow } from '../api/keys.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { EmptyState } from '../ui/empty-state.js';
import { IconButton } from '../ui/icon-button.js';
import { QueryState } from '../ui/query-state.js';
import { KeyDialog } from './key-dialog.js';
import { Section } from './section.js';

export function KeysSection() {
  const keys = useKeys();
  const client = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<ApiKeyRow | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: keysKey });
  return (
    <Section
      title={texts.settings.sections.keys}
      hint={texts.settings.keysHint}
      actions={
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
          {texts.settings.addKey}
        </Button>
      }
    >
      <QueryState query={keys}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={<KeyRound size={28} />} title={texts.settings.noKeys} />
          ) : (
            <ul className="flex flex-col">
              {rows.map((key) => (
                <li key={key.id} className="flex items-center gap-3 border-b py-2.5 last:border-b-0">
                  <span className="min-w-0 flex-1">
                    <bdi className="block truncate font-medium">{key.name}</bdi>
                    <span className="block truncate text-xs text-soft">
                      <code className="font-mono">{key.prefix}…</code> ·{' '}
                      {key.scopes.map((scope) => texts.settings.scopes[scope]).join(', ')} ·{' '}
                      {texts.settings.lastUsed}:{' '}
                      {key.lastUsedAt === null
                        ? texts.settings.never
                        : new Date(key.lastUsedAt).toLocaleString(dateLocale())}
                    </span>
                  </span>
                  <IconButton
                    label={`${texts.settings.deleteKey}: ${key.name}`}
                    onClick={() => setDeleting(key)}
                  >
                    <Trash2 size={16} />
                  </IconButton>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {creating ? <KeyDialog onClose={() => setCreating(false)} onCreated={refresh} /> : null}
      {deleting === null ? null : (
        <ConfirmDialog
          title={texts.settings.deleteKey}
          question={texts.settings.deleteKeyQuestion}
          action={texts.settings.deleteKey}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await deleteKey(deleting.id);
            await refresh();
          }}
        />
      )}
    </Section>
  );
}
