import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAddProvider, useChangeSettings, useRemoveProvider, useSettings } from '../api/settings.js';
import type { ProviderSetting } from '../api/settings.js';
import type { ModelList } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { ProviderDialog } from './provider-dialog.js';
import { Section } from './section.js';

/** Model providers: those of the environment, read-only, and those set here. */
export function ProvidersSection({ list, editable }: { list: ModelList; editable: boolean }) {
  const system = useSettings().data?.system;
  const own = system?.providers ?? [];
  const chosen = system?.models ?? {};
  const change = useChangeSettings();
  const add = useAddProvider();
  const remove = useRemoveProvider();
  const [editing, setEditing] = useState<ProviderSetting | 'new' | null>(null);
  const [removing, setRemoving] = useState<ProviderSetting | null>(null);
  return (
    <Section
      title={texts.settings.providers}
      hint={texts.settings.providersHint}
      actions={
        editable ? (
          <Button icon={<Plus size={16} />} onClick={() => setEditing('new')}>
            {texts.settings.addProvider}
          </Button>
        ) : null
      }
    >
      <ul className="flex flex-col">
        {list.providers.map((provider) => {
          const mine = own.find((entry) => entry.id === provider.id);
          return (
            <li
              key={provider.id}
              className="flex flex-wrap items-center gap-3 border-b py-2.5 last:border-b-0"
            >
              <span className="min-w-0 flex-1 basis-48">
                <span className="block truncate font-medium">
                  {provider.name}
                  {provider.name.toLowerCase() === provider.id ? null : (
                    <span className="ms-2 font-normal text-soft">{provider.id}</span>
                  )}
                </span>
                <span className="block text-xs text-soft">
                  {texts.settings.providerStates[provider.state]}
                  {provider.note === undefined ? '' : ` · ${texts.engine(provider.note)}`}
                </span>
              </span>
              {mine === undefined || !editable ? null : (
                <>
                  <Button onClick={() => setEditing(mine)}>{texts.common.edit}</Button>
                  <IconButton
                    label={texts.settings.removeProvider(provider.name)}
                    onClick={() => setRemoving(mine)}
                  >
                    <Trash2 size={16} />
                  </IconButton>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {editing === null ? null : (
        <ProviderDialog
          provider={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          needsModel={!list.rows.some((model) => model.isLanguageModel && model.id === list.current.chat)}
          onSave={(provider, use) => {
            if (editing === 'new')
              return add.mutateAsync({ ...provider, apiKey: provider.apiKey ?? undefined, use });
            const models = Object.fromEntries(
              Object.entries(use).map(([task, model]) => [task, `${editing.id}/${model}`]),
            );
            const changed = { ...provider, id: editing.id };
            return change.mutateAsync({
              system: {
                providers: own.map((entry) => (entry.id === editing.id ? changed : entry)),
                models: { ...chosen, ...models },
              },
            });
          }}
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          title={texts.settings.removeProvider(removing.name ?? removing.id)}
          question={texts.settings.removeProviderQuestion}
          action={texts.common.delete}
          onClose={() => setRemoving(null)}
          onConfirm={() => remove.mutateAsync(removing.id)}
        />
      )}
    </Section>
  );
}
