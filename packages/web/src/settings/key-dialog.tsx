import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { createKey } from '../api/keys.js';
import type { KeyScope } from '../api/keys.js';
import { useIsAdministrator } from '../api/users.js';
import { useCopy } from '../lib/use-copy.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { CheckField, TextField } from '../ui/field.js';
import { SaveForm } from '../ui/save-form.js';

export function KeyDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}) {
  const administrator = useIsAdministrator();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<KeyScope[]>(['read', 'write']);
  const [created, setCreated] = useState<string | null>(null);
  const { copied, copy } = useCopy();
  const offered: KeyScope[] = administrator ? ['read', 'write', 'admin'] : ['read', 'write'];
  return (
    <Dialog open onOpenChange={onClose} title={texts.settings.addKey}>
      {created === null ? (
        <SaveForm
          onSave={async () => {
            setCreated((await createKey({ name: name.trim(), scopes })).key);
            await onCreated();
          }}
        >
          <TextField
            label={texts.common.name}
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 text-sm font-medium">{texts.settings.keyScopes}</legend>
            {offered.map((scope) => (
              <CheckField
                key={scope}
                label={texts.settings.scopes[scope] ?? scope}
                checked={scopes.includes(scope)}
                onChange={(event) =>
                  setScopes(
                    event.target.checked ? [...scopes, scope] : scopes.filter((other) => other !== scope),
                  )
                }
              />
            ))}
          </fieldset>
        </SaveForm>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-sm">{texts.settings.keyCreated}</p>
          <code className="rounded-lg bg-panel p-3 font-mono text-sm break-all" data-testid="new-key">
            {created}
          </code>
          <Button
            variant="primary"
            icon={copied ? <Check size={16} /> : <Copy size={16} />}
            onClick={() => copy(created)}
          >
            {copied ? texts.common.copied : texts.common.copy}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
