import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { messageOf } from '../api/api-error.js';
import type { UserMessageRow } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { useIsNarrow } from '../lib/use-media.js';
import { useConversationActions } from './conversation-actions.js';

export function EditMessage({ message, onDone }: { message: UserMessageRow; onDone: () => void }) {
  const actions = useConversationActions();
  const narrow = useIsNarrow();
  const [text, setText] = useState(message.text);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = () => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    actions.edit(message, text.trim()).then(onDone, (reason: unknown) => {
      setBusy(false);
      setError(messageOf(reason));
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onDone();
    }
    // As in the composer.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (narrow && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className="flex flex-col gap-2 pt-7">
      <textarea
        aria-label={texts.conversation.edit}
        value={text}
        autoFocus
        rows={Math.min(12, Math.max(3, text.split('\n').length + 1))}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="w-full rounded-2xl border border-line-strong bg-raised px-4 py-3"
        dir="auto"
      />
      {error === null ? null : <Notice tone="error">{error}</Notice>}
      <div className="flex items-center justify-end gap-2">
        <p className="flex-1 text-xs text-soft">{texts.conversation.editHint}</p>
        <Button onClick={onDone}>{texts.common.cancel}</Button>
        <Button variant="primary" disabled={busy || text.trim() === ''} onClick={submit}>
          {texts.conversation.sendEdit}
        </Button>
      </div>
    </div>
  );
}
