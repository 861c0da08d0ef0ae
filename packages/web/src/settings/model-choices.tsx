import { useState } from 'react';
import { useDoctor } from '../api/doctor.js';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { Settings } from '../api/settings.js';
import type { ModelList } from '../api/types.js';
import { texts } from '../texts/en.js';
import { SelectField, TextField } from '../ui/field.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';

const TASKS = ['chat', 'small', 'classifying', 'searching', 'reranking', 'embedding'] as const;
type Task = (typeof TASKS)[number];

/** Which model does what (MOD-1), for administrators. */
export function ModelChoices({ list }: { list: ModelList }) {
  const settings = useSettings();
  return (
    <Section title={texts.settings.modelChoice}>
      <QueryState query={settings}>
        {({ system }) => <ChoiceForm list={list} chosen={system.models} />}
      </QueryState>
    </Section>
  );
}

function ChoiceForm({ list, chosen }: { list: ModelList; chosen: Settings['system']['models'] }) {
  const change = useChangeSettings();
  const embedder = useDoctor().data?.embedder;
  // Only what was changed here: a provider that is added beside the form may set the others.
  const [edits, setModels] = useState<Partial<Record<Task, string>>>({});
  const models = Object.fromEntries(TASKS.map((task) => [task, edits[task] ?? chosen[task] ?? ''])) as Record<
    Task,
    string
  >;
  const save = () =>
    change.mutateAsync({
      system: {
        models: {
          ...chosen,
          chat: models.chat || null,
          small: models.small || null,
          classifying: models.classifying || null,
          searching: models.searching || null,
          reranking: models.reranking.trim() || null,
          embedding: models.embedding.trim() || null,
        },
      },
    });
  const select = (task: 'chat' | 'small' | 'classifying' | 'searching', label: string, none?: string) => (
    <SelectField
      label={label}
      value={models[task]}
      onChange={(event) => setModels((now) => ({ ...now, [task]: event.target.value }))}
    >
      {none === undefined ? null : <option value="">{none}</option>}
      {list.rows.map((model) => (
        <option key={model.id} value={model.id}>
          {model.name}
        </option>
      ))}
    </SelectField>
  );
  return (
    <SaveForm onSave={save}>
      {select('chat', texts.settings.chatModel, texts.settings.automatic(nameOf(list, list.current.chat)))}
      {select('small', texts.settings.smallModel, texts.settings.automatic(nameOf(list, list.current.small)))}
      {select('classifying', texts.settings.classifyingModel, texts.settings.likeSmall)}
      {select('searching', texts.settings.searchingModel, texts.settings.likeChat)}
      <TextField
        label={texts.settings.rerankingModel}
        hint={texts.settings.rerankingModelHint}
        maxLength={200}
        value={models.reranking}
        onChange={(event) => setModels((now) => ({ ...now, reranking: event.target.value }))}
      />
      <TextField
        label={texts.settings.embeddingModel}
        hint={texts.settings.embeddingModelHint}
        maxLength={200}
        value={models.embedding}
        onChange={(event) => setModels((now) => ({ ...now, embedding: event.target.value }))}
      />
      {embedder === undefined ? null : (
        <p className="text-xs text-soft">
          {texts.settings.embedderInUse}: {embedder.id} · {texts.settings.embedderStates[embedder.state]}
          {embedder.note === undefined ? '' : `. ${embedder.note}`}
        </p>
      )}
    </SaveForm>
  );
}

function nameOf(list: ModelList, id: string): string {
  return list.rows.find((model) => model.id === id)?.name ?? id;
}
