import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useModels } from '../api/library.js';
import { testModel } from '../api/settings.js';
import type { ModelTest } from '../api/settings.js';
import type { Model } from '../api/types.js';
import { useIsAdministrator } from '../api/users.js';
import { texts } from '../texts/en.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { QueryState } from '../ui/query-state.js';
import { ModelChoices } from './model-choices.js';
import { ProvidersSection } from './providers-section.js';
import { Section } from './section.js';

export function ModelsSection() {
  const models = useModels();
  const administrator = useIsAdministrator();
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
                <ModelRow key={model.id} model={model} current={list.current.chat === model.id} />
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

function ModelRow({ model, current }: { model: Model; current: boolean }) {
  const [test, setTest] = useState<ModelTest | 'running' | null>(null);
  const run = () => {
    setTest('running');
    testModel(model.id).then(setTest, (error: unknown) =>
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
        {model.note === undefined ? null : <p className="text-xs text-soft">{model.note}</p>}
      </div>
      <span role="status" className="text-sm">
        {test === null || test === 'running' ? null : test.ok ? (
          <span className="text-supported">{texts.settings.modelWorks(Math.round(test.milliseconds))}</span>
        ) : (
          <span className="text-unsupported">
            {texts.settings.modelFails}: {test.message}
          </span>
        )}
      </span>
      <Button disabled={test === 'running'} onClick={run}>
        {test === 'running' ? texts.settings.modelTesting : texts.settings.modelTest}
      </Button>
    </li>
  );
}
