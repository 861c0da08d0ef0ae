import { Link, useParams } from '@tanstack/react-router';
import { ArrowRight, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useConversation } from '../api/conversations.js';
import type { AssistantMessageRow } from '../api/types.js';
import { useIsAdministrator } from '../api/users.js';
import { usePanel } from '../panel/panel-context.js';
import { texts } from '../texts/texts.js';
import type { TurnView } from '@ibid/core/turn-view';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { useConversationActions } from './conversation-actions.js';

/** Failures to be fixed in the provider's settings. */
const SET_UP_CODES = new Set(['authentication', 'quota', 'unknown_model', 'unavailable', 'time_out']);

/** Warnings that are not in the folded list. */
const OWN_LINE = new Set(['answer_cut', 'small_window', 'left_out']);

/** How a turn ended, if that needs words (stopped, failed, interrupted), and its warnings. */
export function TurnNotices({
  view,
  message,
  isLast,
}: {
  view: TurnView;
  message: AssistantMessageRow;
  isLast: boolean;
}) {
  const actions = useConversationActions();
  const panel = usePanel();
  const [problem, setProblem] = useState<string | null>(null);
  const mayConnect = useIsAdministrator();
  const { conversationId = '' } = useParams({ strict: false });
  const mayWrite = useConversation(conversationId).data?.isOwner !== false;
  const notes = view.warnings.filter(({ code }) => !OWN_LINE.has(code));
  const leftOut = view.warnings.filter(({ code }) => code === 'left_out');
  const smallWindow = view.warnings.findLast(({ code }) => code === 'small_window');
  const written = view.blocks.some((block) => block.kind === 'text' && block.text.trim() !== '');
  const status = view.status === 'running' ? message.status : view.status;
  const retry = (
    <Button
      icon={<RotateCcw size={15} />}
      onClick={() => void actions.retry(message).catch((error: unknown) => setProblem(messageOf(error)))}
    >
      {texts.conversation.retry}
    </Button>
  );
  const goOn = (
    <Button
      icon={<ArrowRight size={15} />}
      onClick={() =>
        void actions
          .answerQuestion(texts.conversation.continueMessage, [])
          .catch((error: unknown) => setProblem(messageOf(error)))
      }
    >
      {texts.conversation.continue}
    </Button>
  );
  return (
    <>
      {status === 'stopped' ? (
        <p className="text-sm text-soft italic">
          {written ? texts.conversation.stopped : texts.conversation.stoppedEmpty}
        </p>
      ) : null}
      {status === 'failed' ? (
        <Notice tone="error" title={texts.conversation.failed} action={retry}>
          {view.error ? texts.engine(view.error.message) : texts.conversation.failedHint}
          {mayConnect && SET_UP_CODES.has(view.error?.code ?? '') ? (
            <>
              {' '}
              <ModelSettingsLink />
            </>
          ) : null}
        </Notice>
      ) : null}
      {status === 'interrupted' ? (
        <Notice tone="warning" action={retry}>
          {texts.conversation.interrupted}
        </Notice>
      ) : null}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      {smallWindow === undefined ? null : (
        <p role="note" className="no-print text-sm text-soft">
          {texts.engine(smallWindow.message)} {mayConnect ? <ModelSettingsLink /> : null}
        </p>
      )}
      {leftOut.length === 0 ? null : (
        <p role="note" data-testid="left-out" className="no-print text-sm text-soft">
          {leftOut.map((warning) => texts.engine(warning.message)).join(' ')}{' '}
          <button
            type="button"
            onClick={() => panel.open({ kind: 'context', turnId: message.turnId })}
            className="inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-2"
          >
            {texts.conversation.whatItSaw}
          </button>
        </p>
      )}
      {view.warnings.some(({ code }) => code === 'answer_cut') ? (
        <Notice tone="warning" title={texts.conversation.cut} action={isLast && mayWrite ? goOn : undefined}>
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
                {texts.engine(warning.message)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function ModelSettingsLink() {
  return (
    <Link
      to="/settings/$section"
      params={{ section: 'models' }}
      className="font-medium text-accent underline"
    >
      {texts.conversation.checkProvider}
    </Link>
  );
}
