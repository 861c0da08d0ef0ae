import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useModels } from '../api/library.js';
import { requestModelTest, useChangeSettings, useSettings } from '../api/settings.js';
import type { ModelTest } from '../api/settings.js';
import type { Model } from '../api/types.js';
import { useSearchModels } from '../api/search-models.js';
import { useIsAdministrator } from '../api/users.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { QueryState } from '../ui/query-state.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { ModelChoices } from './model-choices.js';
import { ProvidersSection } from './providers-section.js';
import { Section } from './section.js';

export function ModelsSection() {
  const models = useModels();
  const administrator = useIsAdministrator();
  const [settings, search] = [useSettings(), useSearchModels()];
  // All at once: what came later would push the buttons below it down while they are pressed.
  if (administrator && !models.isError && (settings.isPending || search.isPending))
    return <SkeletonRows rows={5} className="h-9" />;
  return (
    <QueryState query={models}>
      {(list) => (
        <>
          <Section title={texts.settings.sections.models} hint={texts.settings.modelsHint}>
            {list.rows.some((model) => model.isLanguageModel) ? null : (
              <div className="mb-4">
                <Notice title={texts.settings.noModel}>{texts.settings.noModelHint}</Notice>
              </div>
            )}
            <ul className="flex flex-col">
              {list.rows.map((model) => (
                <ModelRow
                  key={model.id}
                  model={model}
                  current={list.current.chat === model.id}
                  editable={administrator}
                />
              ))}
            </ul>
          </Section>
          {administrator ? <ModelChoices list={list} /> : null}
          <ProvidersSection list={list} editable={administrator} />
        </>
      )}
    </QueryState>
  );
}

function ModelRow({ model, current, editable }: { model: Model; current: boolean; editable: boolean }) {
  const [test, setTest] = useState<ModelTest | 'running' | null>(null);
  const run = () => {
    setTest('running');
    requestModelTest(model.id).then(setTest, (error: unknown) =>
      setTest({ ok: false, code: 'request', message: messageOf(error) }),
    );
  };
  const facts = [
    model.provider,
    `${texts.settings.window(model.contextWindow)} (${texts.context.windowFrom[model.windowFrom] ?? ''})`,
    model.vision ? texts.settings.vision : '',
    current ? texts.settings.isDefault : '',
  ].filter((fact) => fact !== '');
  return (
    <li className="flex flex-wrap items-center gap-3 border-b py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="truncate font-medium">{model.name}</p>
        <p className="text-xs text-soft">{facts.join(' · ')}</p>
        {model.note === undefined ? null : <p className="text-xs text-soft">{texts.engine(model.note)}</p>}
      </div>
      <span role="status" className="text-sm">
        {test === null || test === 'running' ? null : test.ok ? (
          <span className="text-supported">{texts.settings.modelWorks(Math.round(test.milliseconds))}</span>
        ) : (
          <span className="text-unsupported">
            {texts.settings.modelFails}: {texts.engine(test.message)}
          </span>
        )}
      </span>
      {editable && model.provider !== 'ibid' ? <WindowField model={model} /> : null}
      {editable ? (
        <Button disabled={test === 'running'} onClick={run}>
          {test === 'running' ? texts.settings.modelTesting : texts.settings.modelTest}
        </Button>
      ) : null}
    </li>
  );
}

/** MOD-4: a user's setting overrides the detected window. */
function WindowField({ model }: { model: Model }) {
  const settings = useSettings().data;
  const windows = settings?.system.windows ?? {};
  const change = useChangeSettings();
  const save = (text: string) => {
    const { [model.id]: before, ...others } = windows;
    const tokens = Number(text);
    if (text === String(before ?? '') || (text !== '' && !(tokens >= 256))) return;
    change.mutate({
      system: { windows: text === '' ? others : { ...others, [model.id]: Math.round(tokens) } },
    });
  };
  return (
    <input
      key={windows[model.id]}
      // Until the other windows are loaded, saving this one would lose them.
      disabled={settings === undefined}
      type="number"
      min={256}
      aria-label={`${texts.settings.windowSet}: ${model.name}`}
      title={texts.settings.windowSetHint}
      placeholder={texts.settings.windowSet}
      defaultValue={windows[model.id] ?? ''}
      onBlur={(event) => save(event.target.value)}
      className="w-40 rounded-lg border border-line-strong/60 bg-raised px-2 py-1.5 text-sm"
    />
  );
}
