import { useState } from 'react';
import { isEmbedding } from '../api/search-models.js';
import type { SearchModels } from '../api/search-models.js';
import { texts } from '../texts/texts.js';
import { SelectField, TextField } from '../ui/field.js';
import { ProgressBar } from '../ui/progress-bar.js';

const OTHER = 'other…';

/** MOD-5: the embedding or reranking model: one from a list, or any by name. */
export function SearchModelField(props: {
  task: 'embedding' | 'reranking';
  value: string;
  view: SearchModels;
  /** Models offered by providers. */
  offered: readonly string[];
  onChange: (value: string) => void;
}) {
  const { task, value, view, onChange } = props;
  const kind = task === 'embedding' ? 'embedder' : 'reranker';
  const suggested = view.suggestions.filter((one) => one.kind === kind);
  const listed = ['', ...suggested.map(({ choice }) => choice), ...props.offered];
  const [isOther, setIsOther] = useState(false);
  const isListed = listed.includes(value);
  return (
    <>
      <SelectField
        label={texts.settings[task === 'embedding' ? 'embeddingModel' : 'rerankingModel']}
        hint={texts.searchModels.hints[task]}
        value={isOther ? OTHER : value}
        onChange={(event) => {
          setIsOther(event.target.value === OTHER);
          if (event.target.value !== OTHER) onChange(event.target.value);
        }}
      >
        <option value="">{texts.searchModels.none[task]}</option>
        {suggested.map(({ choice, title, megabytes }) => (
          <option key={choice} value={choice}>
            {view.fetched.some((one) => one.choice === choice)
              ? texts.searchModels.suggestedHere(texts.engine(title), choice)
              : texts.searchModels.suggested(texts.engine(title), choice, megabytes)}
          </option>
        ))}
        {props.offered.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
        {isListed ? null : <option value={value}>{value}</option>}
        <option value={OTHER}>{texts.searchModels.other}</option>
      </SelectField>
      {isOther ? (
        <TextField
          label={texts.searchModels.otherName[task]}
          hint={texts.searchModels.otherHint}
          maxLength={200}
          value={isListed ? '' : value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : null}
      <SearchModelState state={view[task]} />
    </>
  );
}

function SearchModelState({ state }: { state: SearchModels['embedding'] | SearchModels['reranking'] }) {
  if (state.phase === 'failed')
    return (
      <>
        <p role="alert" className="text-xs text-unsupported">
          {texts.searchModels.failed(state.choice, texts.engine(state.problem ?? ''))}
        </p>
        <InUse state={state} />
      </>
    );
  const { progress } = state;
  if (progress)
    return (
      <Underway
        text={texts.searchModels.fetching(state.choice ?? '', progress.bytes, progress.totalBytes)}
        share={progress.bytes / progress.totalBytes}
      />
    );
  if (state.phase === 'loading') return <p className="text-xs text-soft">{texts.searchModels.loading}</p>;
  if ('inUse' in state && isEmbedding(state))
    return (
      <Underway
        text={texts.searchModels.embedding(state.embedded, state.chunks)}
        share={state.embedded / state.chunks}
      />
    );
  return <InUse state={state} />;
}

function InUse({ state }: { state: SearchModels['embedding'] | SearchModels['reranking'] }) {
  if (!('inUse' in state)) return null;
  return (
    <p className="text-xs text-soft">
      {texts.settings.embedderInUse}:{' '}
      {state.inUse === null ? texts.searchModels.keywordOnly : texts.searchModels.inUse(state.inUse)}
    </p>
  );
}

function Underway({ text, share }: { text: string; share: number }) {
  return (
    <div className="text-xs text-soft">
      {text}
      <ProgressBar label={text} share={share} />
    </div>
  );
}
