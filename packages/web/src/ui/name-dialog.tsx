import { useState } from 'react';
import type { FormEvent } from 'react';
import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/texts.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { TextArea, TextField } from './field.js';
import { Notice } from './notice.js';

/** Asks for a name, and optionally a description. */
export function NameDialog(props: {
  title: string;
  name?: string;
  /** Label if it is not a name, e.g. a path. */
  label?: string;
  hint?: string;
  description?: string;
  action?: string;
  onClose: () => void;
  onSubmit: (name: string, description: string) => Promise<unknown>;
}) {
  const [name, setName] = useState(props.name ?? '');
  const [description, setDescription] = useState(props.description ?? '');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    props.onSubmit(name.trim(), description.trim()).then(props.onClose, (reason: unknown) => {
      setBusy(false);
      setError(messageOf(reason));
    });
  };
  return (
    <Dialog open onOpenChange={props.onClose} title={props.title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={props.label ?? texts.common.name}
          hint={props.hint}
          value={name}
          required
          maxLength={1000}
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
        {props.description === undefined ? null : (
          <TextArea
            label={texts.common.description}
            value={description}
            maxLength={2000}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button type="submit" variant="primary" disabled={busy || name.trim() === ''}>
            {props.action ?? texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
