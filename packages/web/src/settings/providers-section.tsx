import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { ProviderSetting } from '../api/settings.js';
import type { ModelList } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { ProviderDialog } from './provider-dialog.js';
import type { ProviderUse } from './provider-dialog.js';
import { Section } from './section.js';

/** Where models come from: providers of the environment as they are, and those set here, which can be changed. */
export function ProvidersSection({ list, editable }: { list: ModelList; editable: boolean }) {
  const system = useSettings().data?.system;
  const own = system?.providers ?? [];
  const chosen = system?.models ?? {};
  const change = useChangeSettings();
  const [editing, setEditing] = useState<ProviderSetting | 'new' | null>(null);
  const [removing, setRemoving] = useState<ProviderSetting | null>(null);
  const save = (providers: ProviderSetting[]) => change.mutateAsync({ system: { providers } });
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
                  {provider.note === undefined ? '' : ` · ${provider.note}`}
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
          taken={list.providers.map((entry) => entry.id)}
          onSave={(provider, use) =>
            change.mutateAsync({
              system: {
                providers: [...own.filter((entry) => entry.id !== provider.id), provider],
                models: { ...chosen, ...named(use) },
              },
            })
          }
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          title={texts.settings.removeProvider(removing.name ?? removing.id)}
          question={texts.settings.removeProviderQuestion}
          action={texts.common.delete}
          onClose={() => setRemoving(null)}
          onConfirm={() => save(own.filter((entry) => entry.id !== removing.id))}
        />
      )}
    </Section>
  );
}

function named(use: ProviderUse): Partial<ProviderUse> {
  return Object.fromEntries(Object.entries(use).filter(([, model]) => model !== null));
}
