import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { testProvider } from '../api/settings.js';
import type { ModelTest, ChosenProviderKind, ProviderSetting } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { CheckField, SelectField, TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { SaveForm } from '../ui/save-form.js';

const kinds = () => Object.keys(texts.settings.providerKinds) as ChosenProviderKind[];

/** The tasks for the models of a tested provider; absent: unchanged. */
export type ProviderUse = Partial<Record<'chat' | 'small' | 'embedding', string>>;

/** MOD-1: from a key or an address to a working model: the kind, a real call, and which model does what. */
export function ProviderDialog(props: {
  provider: ProviderSetting | null;
  /** No language model is set up yet. */
  needsModel: boolean;
  onClose: () => void;
  onSave: (provider: Omit<ProviderSetting, 'id'>, use: ProviderUse) => Promise<unknown>;
}) {
  const { provider } = props;
  const [kind, setKind] = useState<ChosenProviderKind>(provider?.kind ?? 'openai');
  const [name, setName] = useState(provider?.name ?? '');
  const [apiKey, setApiKey] = useState('');
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? '');
  const [models, setModels] = useState(provider?.models?.join(', ') ?? '');
  const [test, setTest] = useState<ModelTest | 'running' | null>(null);
  const [use, setUse] = useState({ chat: '', small: false, embedding: '' });
  const listed = models
    .split(',')
    .map((model) => model.trim())
    .filter((model) => model !== '');
  const address = baseUrl.trim();
  // Kinds that users host themselves have an example; the others have a fixed address.
  const addressExample = texts.settings.addressExamples[kind] ?? '';

  /** `wanted`: the model the user chose; otherwise the server takes the default. */
  const tried = async (wanted = listed[0]): Promise<{ result: ModelTest; chat: string }> => {
    setTest('running');
    const result = await testProvider(
      {
        kind,
        ...(provider === null ? {} : { id: provider.id }),
        ...(apiKey === '' ? {} : { apiKey }),
        ...(address === '' ? {} : { baseUrl: address }),
      },
      wanted,
    ).catch((error: unknown): ModelTest => ({ ok: false, code: 'request', message: messageOf(error) }));
    setTest(result);
    if (result.baseUrl !== undefined) setBaseUrl(result.baseUrl);
    // Preselect it if there is no answering model yet; otherwise the user decides.
    const chat = use.chat !== '' ? use.chat : result.ok && props.needsModel ? (result.model ?? '') : '';
    setUse((now) => ({ ...now, chat }));
    return { result, chat };
  };
  const changed = (set: () => void) => {
    set();
    setTest(null);
    setUse({ chat: '', small: false, embedding: '' });
  };
  const save = async () => {
    let { chat } = use;
    let answersAt = address;
    // Test the model that will answer.
    if (test === null || (test !== 'running' && chat !== '' && chat !== test.model)) {
      const first = await tried(chat === '' ? undefined : chat);
      if (!first.result.ok) throw new Error(texts.settings.saveAnyway);
      ({ chat } = first);
      answersAt = first.result.baseUrl ?? address;
    }
    await props.onSave(
      {
        kind,
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(answersAt === '' ? {} : { baseUrl: answersAt }),
        ...(apiKey === '' ? {} : { apiKey }),
        ...(listed.length === 0 ? {} : { models: listed }),
      },
      {
        ...(chat === '' ? {} : { chat }),
        ...(use.small && chat !== '' ? { small: chat } : {}),
        ...(use.embedding === '' ? {} : { embedding: use.embedding }),
      },
    );
    props.onClose();
  };
  const result = test === 'running' ? null : test;
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={provider?.name ?? provider?.id ?? texts.settings.addProvider}
    >
      <SaveForm
        onSave={save}
        actions={
          <Button disabled={test === 'running'} onClick={() => void tried()}>
            {test === 'running' ? texts.settings.modelTesting : texts.settings.modelTest}
          </Button>
        }
      >
        <SelectField
          label={texts.settings.providerKind}
          value={kind}
          disabled={provider !== null}
          onChange={(event) => changed(() => setKind(event.target.value as ChosenProviderKind))}
        >
          {kinds().map((value) => (
            <option key={value} value={value}>
              {texts.settings.providerKinds[value]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={texts.settings.providerName}
          hint={texts.settings.providerNameHint}
          placeholder={texts.settings.providerKinds[kind]}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={texts.settings.baseUrl}
          type="url"
          required={kind === 'openai-compatible'}
          placeholder={addressExample}
          hint={addressExample === '' ? texts.settings.baseUrlHint : undefined}
          value={baseUrl}
          onChange={(event) => changed(() => setBaseUrl(event.target.value))}
        />
        <TextField
          label={texts.settings.apiKey}
          hint={provider?.apiKeySet ? texts.settings.apiKeyKept : undefined}
          type="password"
          autoComplete="off"
          value={apiKey}
          onChange={(event) => changed(() => setApiKey(event.target.value))}
        />
        <TextField
          label={texts.settings.modelNames}
          hint={texts.settings.modelNamesHint}
          value={models}
          onChange={(event) => changed(() => setModels(event.target.value))}
        />
        {result === null ? null : result.ok ? (
          <Notice title={texts.settings.modelWorks(Math.round(result.milliseconds))} />
        ) : (
          <Notice tone="error" title={texts.settings.modelFails}>
            {texts.engine(result.message)}
          </Notice>
        )}
        {result?.models === undefined || result.models.length === 0 ? null : (
          <>
            <SelectField
              label={texts.settings.useForAnswers}
              value={use.chat}
              onChange={(event) => setUse((now) => ({ ...now, chat: event.target.value }))}
            >
              <option value="">{texts.settings.useAsBefore}</option>
              {result.models.map((model) => (
                <option key={model.name} value={model.name}>
                  {`${model.name} · ${texts.settings.window(model.contextWindow)}`}
                </option>
              ))}
            </SelectField>
            <CheckField
              label={texts.settings.useForSmall}
              checked={use.small}
              disabled={use.chat === ''}
              onChange={(event) => setUse((now) => ({ ...now, small: event.target.checked }))}
            />
          </>
        )}
        {result?.embeddingModels === undefined || result.embeddingModels.length === 0 ? null : (
          <SelectField
            label={texts.settings.useForSearch}
            value={use.embedding}
            onChange={(event) => setUse((now) => ({ ...now, embedding: event.target.value }))}
          >
            <option value="">{texts.settings.useAsBefore}</option>
            {result.embeddingModels.map((model) => (
              <option key={model} value={model}>
                {model}
              </option>
            ))}
          </SelectField>
        )}
      </SaveForm>
    </Dialog>
  );
}
