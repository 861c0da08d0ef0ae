import type { NewEvidenceColumn } from '../api/tables.js';
import { texts } from '../texts/texts.js';
import { SelectField, TextField } from '../ui/field.js';

/** A column in the form: the choices are one text until submitted. */
export interface ColumnDraft {
  name: string;
  question: string;
  kind: NewEvidenceColumn['kind'];
  unit: string;
  choices: string;
}

export const emptyColumn: ColumnDraft = { name: '', question: '', kind: 'text', unit: '', choices: '' };

export function toColumn({ name, question, kind, unit, choices }: ColumnDraft): NewEvidenceColumn {
  return {
    name: name.trim() === '' ? question.trim().replace(/\?$/u, '').slice(0, 60) : name.trim(),
    question: question.trim(),
    kind,
    unit: kind === 'number' && unit.trim() !== '' ? unit.trim() : null,
    choices:
      kind === 'choice'
        ? choices
            .split(',')
            .map((choice) => choice.trim())
            .filter((choice) => choice !== '')
        : [],
  };
}

export function isComplete({ question, kind, choices }: ColumnDraft): boolean {
  return (
    question.trim().length > 1 &&
    (kind !== 'choice' || choices.split(',').filter((one) => one.trim()).length > 1)
  );
}

export function ColumnForm(props: {
  draft: ColumnDraft;
  autoFocus?: boolean;
  onChange: (draft: ColumnDraft) => void;
}) {
  const { draft, onChange } = props;
  const set = (change: Partial<ColumnDraft>) => onChange({ ...draft, ...change });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField
          label={texts.tables.question}
          value={draft.question}
          maxLength={500}
          autoFocus={props.autoFocus ?? false}
          onChange={(event) => set({ question: event.target.value })}
        />
      </div>
      <TextField
        label={texts.tables.columnName}
        value={draft.name}
        maxLength={100}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label={texts.tables.kind}
        value={draft.kind}
        onChange={(event) => set({ kind: event.target.value as ColumnDraft['kind'] })}
      >
        {Object.entries(texts.tables.kinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      {draft.kind === 'number' ? (
        <TextField
          label={texts.tables.unit}
          value={draft.unit}
          maxLength={20}
          onChange={(event) => set({ unit: event.target.value })}
        />
      ) : null}
      {draft.kind === 'choice' ? (
        <TextField
          label={texts.tables.choices}
          value={draft.choices}
          maxLength={2000}
          onChange={(event) => set({ choices: event.target.value })}
        />
      ) : null}
    </div>
  );
}
