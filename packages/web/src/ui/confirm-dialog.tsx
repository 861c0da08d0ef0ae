import { useState } from 'react';
import type { ReactNode } from 'react';
import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/texts.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';

/** Asks before something is lost. */
export function ConfirmDialog(props: {
  title: string;
  question: string;
  action: string;
  /** Choices to make first. */
  children?: ReactNode;
  /** The caller then shows something else in its place. */
  staysOpen?: boolean;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    props.onConfirm().then(
      () => (props.staysOpen ? undefined : props.onClose()),
      (reason: unknown) => {
        setBusy(false);
        setError(messageOf(reason));
      },
    );
  };
  return (
    <Dialog open onOpenChange={props.onClose} title={props.title}>
      <p className="mb-4 text-sm">{props.question}</p>
      {props.children}
      {error === null ? null : <Notice tone="error">{error}</Notice>}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={props.onClose}>{texts.common.cancel}</Button>
        <Button variant="danger" disabled={busy} onClick={confirm}>
          {props.action}
        </Button>
      </div>
    </Dialog>
  );
}
