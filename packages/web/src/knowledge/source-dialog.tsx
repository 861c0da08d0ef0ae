import { useState } from 'react';
import type { FormEvent } from 'react';
import { messageOf } from '../api/api-error.js';
import type { ConnectedSource, NewSource, SourceKind } from '../api/connected-sources.js';
import { useSourceKinds } from '../api/connected-sources.js';
import type { Sharing } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField, TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { QueryState } from '../ui/query-state.js';
import { SharingFields } from '../ui/sharing-form.js';
import { FolderForm } from './folder-dialog.js';
import { filledSettings, SourceField, startValues, type FieldValue } from './source-field.js';

type Filled = Pick<NewSource, 'kind' | 'name' | 'settings' | 'everyMinutes' | 'sharing'>;

const DEFAULT_MINUTES = '360';
/** In addition to the server's kinds. */
const FOLDER = 'folder';

interface Props {
  /** Null for a new one. */
  source: ConnectedSource | null;
  onClose: () => void;
  onSubmit: (filled: Filled) => Promise<unknown>;
  /** Folders of the server are added differently. */
  onFolder?: (folder: { path: string; keep: boolean }) => Promise<unknown>;
}

/** Adds or changes a source; its kind defines the form. */
export function SourceDialog(props: Props) {
  const kinds = useSourceKinds();
  const title = props.source ? texts.connected.edit : texts.connected.add;
  return (
    <Dialog open onOpenChange={props.onClose} title={title}>
      <QueryState query={kinds}>{({ rows }) => <SourceForm {...props} kinds={rows} />}</QueryState>
    </Dialog>
  );
}

function SourceForm(props: Props & { kinds: readonly SourceKind[] }) {
  const { source, kinds, onClose, onSubmit, onFolder } = props;
  const [kindName, setKindName] = useState(source?.kind ?? kinds[0]?.kind ?? '');
  const kind = kinds.find((one) => one.kind === kindName);
  const [name, setName] = useState(source?.name ?? '');
  const [values, setValues] = useState<Record<string, FieldValue>>(() => startValues(kind, source));
  const [every, setEvery] = useState(source ? String(source.everyMinutes ?? '') : DEFAULT_MINUTES);
  const [sharing, setSharing] = useState<Sharing | null>(source?.sharing ?? null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!kind) return;
    setBusy(true);
    onSubmit({
      kind: kind.kind,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      settings: filledSettings(kind, values, source),
      everyMinutes: every === '' ? null : Number(every),
      sharing,
    }).then(onClose, (reason: unknown) => {
      setBusy(false);
      setError(messageOf(reason));
    });
  };
  const chooseKind = (chosen: string) => {
    setKindName(chosen);
    setValues(
      startValues(
        kinds.find((one) => one.kind === chosen),
        null,
      ),
    );
  };
  const kindField = source ? null : (
    <SelectField
      label={texts.connected.kind}
      hint={texts.connected.kinds[kindName]?.description ?? kind?.description}
      value={kindName}
      onChange={(event) => chooseKind(event.target.value)}
    >
      {kinds.map((one) => (
        <option key={one.kind} value={one.kind}>
          {texts.connected.kinds[one.kind]?.label ?? one.label}
        </option>
      ))}
      {onFolder ? <option value={FOLDER}>{texts.connected.kinds[FOLDER]?.label}</option> : null}
    </SelectField>
  );
  if (onFolder && kindName === FOLDER)
    return (
      <div className="flex flex-col gap-4">
        {kindField}
        <FolderForm isKept onClose={onClose} onSubmit={onFolder} />
      </div>
    );
  if (!kind) return null;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {kindField}
      {kind.fields.map((field) => (
        <SourceField
          key={`${kind.kind} ${field.name}`}
          field={field}
          kind={kind.kind}
          value={values[field.name] ?? ''}
          isStored={source?.secretsGiven.includes(field.name) ?? false}
          onChange={(value) => setValues((now) => ({ ...now, [field.name]: value }))}
        />
      ))}
      <TextField
        label={texts.connected.name}
        hint={texts.connected.nameHint}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={texts.connected.every}
        value={every}
        onChange={(event) => setEvery(event.target.value)}
      >
        {every in texts.connected.intervals ? null : (
          <option value={every}>{texts.connected.minutes(Number(every))}</option>
        )}
        {Object.entries(texts.connected.intervals)
          .toSorted(([a], [b]) => Number(a) - Number(b))
          .map(([minutes, label]) => (
            <option key={minutes} value={minutes}>
              {label}
            </option>
          ))}
      </SelectField>
      <SharingFields sharing={sharing} asBase={texts.connected.asBase} onChange={setSharing} />
      {error === null ? null : <Notice tone="error">{error}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button type="submit" variant="primary" disabled={busy}>
          {source ? texts.common.save : texts.connected.add}
        </Button>
      </div>
    </form>
  );
}
