import { useState } from 'react';
import type { ProviderKind, ProviderSetting } from '../api/settings.js';
import { texts } from '../texts/en.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField, TextField } from '../ui/field.js';
import { SaveForm } from '../ui/save-form.js';

const kinds = Object.keys(texts.settings.providerKinds) as ProviderKind[];
const withAddress = new Set<ProviderKind>(['openai-compatible', 'ollama']);

/** A provider of models: its kind, its key, and an address where it is a server of one's own. */
export function ProviderDialog(props: {
  provider: ProviderSetting | null;
  onClose: () => void;
  onSave: (provider: ProviderSetting) => Promise<unknown>;
}) {
  const { provider } = props;
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? 'openai');
  const [id, setId] = useState(provider?.id ?? '');
  const [apiKey, setApiKey] = useState('');
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? '');
  const [models, setModels] = useState(provider?.models?.join(', ') ?? '');
  const save = async () => {
    const listed = models
      .split(',')
      .map((model) => model.trim())
      .filter((model) => model !== '');
    await props.onSave({
      id: (id || kind).trim(),
      kind,
      ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }),
      ...(apiKey === '' ? {} : { apiKey }),
      ...(listed.length === 0 ? {} : { models: listed }),
    });
    props.onClose();
  };
  return (
    <Dialog open onOpenChange={props.onClose} title={provider?.id ?? texts.settings.addProvider}>
      <SaveForm onSave={save}>
        <SelectField
          label={texts.settings.providerKind}
          value={kind}
          onChange={(event) => setKind(event.target.value as ProviderKind)}
        >
          {kinds.map((value) => (
            <option key={value} value={value}>
              {texts.settings.providerKinds[value]}
            </option>
          ))}
        </SelectField>
        {provider === null ? (
          <TextField
            label={texts.settings.providerId}
            hint={texts.settings.providerIdHint}
            placeholder={kind}
            pattern="[a-z][a-z0-9\-]{0,39}"
            value={id}
            onChange={(event) => setId(event.target.value)}
          />
        ) : null}
        <TextField
          label={texts.settings.apiKey}
          hint={provider?.apiKeySet ? texts.settings.apiKeyKept : undefined}
          type="password"
          autoComplete="off"
          value={apiKey}
          onChange={(event) => setApiKey(event.target.value)}
        />
        <TextField
          label={texts.settings.baseUrl}
          type="url"
          required={kind === 'openai-compatible'}
          hint={withAddress.has(kind) ? undefined : texts.settings.baseUrlHint}
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.target.value)}
        />
        <TextField
          label={texts.settings.modelNames}
          hint={texts.settings.modelNamesHint}
          value={models}
          onChange={(event) => setModels(event.target.value)}
        />
      </SaveForm>
    </Dialog>
  );
}
