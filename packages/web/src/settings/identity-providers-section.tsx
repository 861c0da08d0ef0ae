import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { IdentityProviderSetting } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { IdentityProviderDialog } from './identity-provider-dialog.js';
import { Section } from './section.js';

/** ORG-1: login providers. */
export function IdentityProvidersSection() {
  const providers: IdentityProviderSetting[] = useSettings().data?.system.identityProviders ?? [];
  const change = useChangeSettings();
  const [editing, setEditing] = useState<IdentityProviderSetting | 'new' | null>(null);
  const [removing, setRemoving] = useState<IdentityProviderSetting | null>(null);
  const save = (identityProviders: IdentityProviderSetting[]) =>
    change.mutateAsync({
      system: {
        identityProviders: identityProviders.map(({ clientSecretSet: _isSet, ...provider }) => provider),
      },
    });
  return (
    <Section
      title={texts.settings.identityProviders}
      hint={texts.settings.identityProvidersHint}
      actions={
        <Button icon={<Plus size={16} />} onClick={() => setEditing('new')}>
          {texts.settings.addIdentityProvider}
        </Button>
      }
    >
      {providers.length === 0 ? (
        <p className="text-sm text-soft">{texts.settings.identityProviderNone}</p>
      ) : (
        <ul className="flex flex-col">
          {providers.map((provider) => (
            <li key={provider.id} className="flex items-center gap-3 border-b py-2.5 last:border-b-0">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{provider.name}</span>
                <span className="block truncate text-xs text-soft">{provider.issuer}</span>
              </span>
              <Button onClick={() => setEditing(provider)}>{texts.common.edit}</Button>
              <IconButton
                label={texts.settings.removeIdentityProvider(provider.name)}
                onClick={() => setRemoving(provider)}
              >
                <Trash2 size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {editing === null ? null : (
        <IdentityProviderDialog
          provider={editing === 'new' ? null : editing}
          taken={providers.map(({ id }) => id)}
          onClose={() => setEditing(null)}
          onSave={(provider) => save([...providers.filter(({ id }) => id !== provider.id), provider])}
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          title={texts.settings.removeIdentityProvider(removing.name)}
          question={texts.settings.removeIdentityProviderQuestion}
          action={texts.common.delete}
          onClose={() => setRemoving(null)}
          onConfirm={() => save(providers.filter(({ id }) => id !== removing.id))}
        />
      )}
    </Section>
  );
}
