import { useState } from 'react';
import type { FormEvent } from 'react';
import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { CheckField, TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';

interface Props {
  onClose: () => void;
  onSubmit: (folder: { path: string; keep: boolean }) => Promise<unknown>;
}

/** Enters a folder of the server, to read once or keep in sync. */
export function FolderDialog(props: Props) {
  return (
    <Dialog open onOpenChange={props.onClose} title={texts.knowledge.folder}>
      <FolderForm {...props} />
    </Dialog>
  );
}

/** `isKept`: always keep in sync, as for sources. */
export function FolderForm({ onClose, onSubmit, isKept = false }: Props & { isKept?: boolean }) {
  const [path, setPath] = useState('');
  const [keep, setKeep] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    onSubmit({ path: path.trim(), keep }).then(onClose, (reason: unknown) => {
      setBusy(false);
      setError(messageOf(reason));
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={texts.knowledge.folderPath}
        hint={texts.knowledge.folderHint}
        value={path}
        required
        autoFocus
        maxLength={4096}
        onChange={(event) => setPath(event.target.value)}
      />
      {isKept ? null : (
        <CheckField
          label={texts.knowledge.folderKeep}
          hint={texts.knowledge.folderKeepHint}
          checked={keep}
          onChange={(event) => setKeep(event.target.checked)}
        />
      )}
      {error === null ? null : <Notice tone="error">{error}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button type="submit" variant="primary" disabled={busy || path.trim() === ''}>
          {texts.knowledge.folder}
        </Button>
      </div>
    </form>
  );
}
