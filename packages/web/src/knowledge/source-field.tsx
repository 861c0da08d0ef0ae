import type { ConnectedSource, SourceKind } from '../api/connected-sources.js';
import { texts } from '../texts/texts.js';
import { CheckField, SelectField, TextArea, TextField } from '../ui/field.js';

type Field = SourceKind['fields'][number];
export type FieldValue = string | boolean;

const INPUT_TYPES: Partial<Record<Field['type'], string>> = {
  number: 'number',
  address: 'url',
  date: 'date',
};

/** One field of a source, as described by its kind. */
export function SourceField(props: {
  field: Field;
  kind: string;
  value: FieldValue;
  /** A secret that the server has stored and does not return. */
  isStored: boolean;
  onChange: (value: FieldValue) => void;
}) {
  const { field, kind, value, isStored, onChange } = props;
  const name = `${kind}.${field.name}`;
  const label = texts.connected.fields[name] ?? texts.connected.fields[field.name] ?? field.title;
  const hints = [
    texts.connected.hints[name] ?? texts.connected.hints[field.name] ?? field.description,
    ...(field.type === 'list' ? [texts.connected.list] : []),
    ...(isStored ? [texts.connected.secretKept] : []),
  ].filter(Boolean);
  const common = { label, ...(hints.length === 0 ? {} : { hint: hints.join(' ') }) };
  if (field.type === 'boolean')
    return (
      <CheckField {...common} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
    );
  const text = String(value);
  const required = field.isRequired && !isStored;
  if (field.type === 'choice')
    return (
      <SelectField {...common} value={text} onChange={(event) => onChange(event.target.value)}>
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {texts.connected.choices[`${field.name}.${choice}`] ?? field.choiceLabels[choice] ?? choice}
          </option>
        ))}
      </SelectField>
    );
  if (field.type === 'list' || (field.type === 'lines' && !field.isSecret))
    return (
      <TextArea
        {...common}
        value={text}
        required={required}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <TextField
      {...common}
      type={field.isSecret ? 'password' : (INPUT_TYPES[field.type] ?? 'text')}
      {...(field.type === 'number' ? { step: 'any' } : {})}
      autoComplete={field.isSecret ? 'new-password' : 'off'}
      value={text}
      required={required}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Initial values of the form: the stored ones, or the kind's defaults. */
export function startValues(
  kind: SourceKind | undefined,
  source: ConnectedSource | null,
): Record<string, FieldValue> {
  return Object.fromEntries(
    (kind?.fields ?? []).map((field) => {
      const value = source ? source.settings[field.name] : field.default;
      if (field.type === 'boolean') return [field.name, value === true];
      if (Array.isArray(value))
        return [field.name, value.map((line) => (typeof line === 'string' ? line : '')).join('\n')];
      return [field.name, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );
}

/** In the server's format; empty fields are left out, which keeps a stored secret. */
export function filledSettings(
  kind: SourceKind,
  values: Record<string, FieldValue>,
  source: ConnectedSource | null,
): Record<string, boolean | number | string | string[]> {
  return Object.fromEntries(
    kind.fields.flatMap((field): [string, boolean | number | string | string[]][] => {
      const value = values[field.name] ?? '';
      if (typeof value === 'boolean') return [[field.name, value]];
      if (field.isSecret && value === '' && source) return [];
      if (field.type === 'list')
        return [[field.name, value.split('\n').flatMap((line) => line.trim() || [])]];
      if (value.trim() === '') return [];
      return [[field.name, field.type === 'number' ? Number(value) : value]];
    }),
  );
}
