import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import type { AssistantMessageRow } from '../api/types.js';
import { texts } from '../texts/texts.js';
import type { TurnView } from '@ibid/core/turn-view';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { useConversationActions } from './conversation-actions.js';

/** How a turn ended, where that needs words: stopped, failed, interrupted; and the warnings on the way. */
export function TurnNotices({ view, message }: { view: TurnView; message: AssistantMessageRow }) {
  const actions = useConversationActions();
  const [problem, setProblem] = useState<string | null>(null);
  const notes = view.warnings.filter(({ code }) => code !== 'answer-cut');
  const status = view.status === 'running' ? message.status : view.status;
  const retry = (
    <Button
      icon={<RotateCcw size={15} />}
      onClick={() => void actions.retry(message).catch((error: unknown) => setProblem(messageOf(error)))}
    >
      {texts.conversation.retry}
    </Button>
  );
  return (
    <>
      {status === 'stopped' ? <p className="text-sm text-soft italic">{texts.conversation.stopped}</p> : null}
      {status === 'failed' ? (
        <Notice
          tone="error"
          title={texts.conversation.failed}
          action={view.error?.retryable === false ? undefined : retry}
        >
          {view.error?.message ?? texts.conversation.failedHint}
        </Notice>
      ) : null}
      {status === 'interrupted' ? (
        <Notice tone="warning" action={retry}>
          {texts.conversation.interrupted}
        </Notice>
      ) : null}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      {view.warnings.some(({ code }) => code === 'answer-cut') ? (
        <Notice tone="warning" title={texts.conversation.cut}>
          {texts.conversation.cutHint}
        </Notice>
      ) : null}
      {notes.length === 0 ? null : (
        <details className="no-print text-sm text-soft">
          <summary className="rounded">
            {texts.conversation.notes} ({notes.length})
          </summary>
          <ul className="mt-1 list-disc ps-5">
            {notes.map((warning, position) => (
              <li key={position} className="break-words">
                {warning.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
