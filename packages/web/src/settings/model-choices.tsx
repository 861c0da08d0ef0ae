import { useState } from 'react';
import { useSearchModels } from '../api/search-models.js';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { Settings } from '../api/settings.js';
import type { ModelList } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { SelectField } from '../ui/field.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { SearchModelField } from './search-model-field.js';
import { SearchModelProposal } from './search-model-proposal.js';
import { Section } from './section.js';

const TASKS = ['chat', 'small', 'classifying', 'searching', 'reranking', 'embedding'] as const;
type Task = (typeof TASKS)[number];

/** Which model does what (MOD-1), for administrators. */
export function ModelChoices({ list }: { list: ModelList }) {
  const settings = useSettings();
  return (
    <Section title={texts.settings.modelChoice}>
      <div className="mb-4 empty:hidden">
        <SearchModelProposal />
      </div>
      <QueryState query={settings}>
        {({ system }) => <ChoiceForm list={list} chosen={system.models} />}
      </QueryState>
    </Section>
  );
}

function ChoiceForm({ list, chosen }: { list: ModelList; chosen: Settings['system']['models'] }) {
  const change = useChangeSettings();
  // Only what was changed here: adding a provider next to the form may set the others.
  const [edits, setModels] = useState<Partial<Record<Task, string>>>({});
  const models = Object.fromEntries(TASKS.map((task) => [task, edits[task] ?? chosen[task] ?? ''])) as Record<
    Task,
    string
  >;
  const search = useSearchModels();
  const offered = list.providers.flatMap(({ embeddingModels }) => embeddingModels);
  const searchField = (task: 'embedding' | 'reranking') =>
    search.data === undefined ? null : (
      <SearchModelField
        task={task}
        value={models[task]}
        view={search.data}
        offered={task === 'embedding' ? offered : []}
        onChange={(value) => setModels((now) => ({ ...now, [task]: value }))}
      />
    );
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
      {searchField('embedding')}
      {searchField('reranking')}
    </SaveForm>
  );
}

function nameOf(list: ModelList, id: string): string {
  return list.rows.find((model) => model.id === id)?.name ?? id;
}
