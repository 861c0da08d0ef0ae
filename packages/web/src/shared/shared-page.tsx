import { useRouterState } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import type { Citation } from '@ibid/core';
import { ApiError, messageOf } from '../api/api-error.js';
import { useShared } from '../api/links.js';
import type { SharedConversation } from '../api/links.js';
import { CitationLayer } from '../citations/citation-layer.js';
import { AnswerMarkdown } from '../markdown/answer-markdown.js';
import { Wordmark } from '../shell/wordmark.js';
import { formatDay } from '../lib/format-day.js';
import { texts } from '../texts/texts.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { SharedSources, passageId } from './shared-sources.js';

type Message = SharedConversation['messages'][number];
type AnswerMessage = Extract<Message, { role: 'assistant' }>;

/**
 * ANS-4: what a link opens for someone without an account. The token is after the #, which is never sent to a server.
 */
export function SharedPage() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  const shared = useShared(token);
  const title = shared.data?.title || texts.shared.untitled;
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return (
    <div className="scroll-quiet h-full overflow-y-auto print-flow">
      <header className="no-print border-b px-4 py-2 sm:px-6">
        <Wordmark />
      </header>
      <main className="mx-auto max-w-3xl px-4 py-6 sm:px-6">
        {shared.isError ? <Gone error={shared.error} /> : null}
        {shared.data === undefined ? null : <Conversation title={title} shared={shared.data} />}
      </main>
    </div>
  );
}

function Gone({ error }: { error: Error }) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <EmptyState title={isGone ? texts.shared.gone : texts.errors.load}>
      {isGone ? texts.shared.goneHint : messageOf(error)}
    </EmptyState>
  );
}

function Conversation({ title, shared }: { title: string; shared: SharedConversation }) {
  const day = formatDay(shared.expiresAt);
  return (
    <>
      <h1 className="mb-3 font-serif text-2xl break-words">
        <bdi>{title}</bdi>
      </h1>
      <Notice>
        {texts.shared.notice} {shared.showsPassages ? '' : `${texts.shared.noPassages} `}
        {texts.shared.until(day)}
      </Notice>
      <div data-testid="messages">
        {shared.messages.map((message) =>
          message.role === 'user' ? (
            <Question key={message.id} text={message.text} files={message.files} />
          ) : (
            <Answer key={message.id} message={message} />
          ),
        )}
      </div>
    </>
  );
}

function Question({ text, files }: { text: string; files: string[] }) {
  return (
    <article aria-label={texts.conversation.you} className="flex flex-col items-end pt-7">
      <div className="max-w-[88%] rounded-2xl rounded-se-md bg-panel px-4 py-2.5">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {text}
        </p>
        {files.map((name, position) => (
          <p key={position} className="mt-1 flex items-center gap-1.5 text-xs text-soft">
            <Paperclip size={12} className="shrink-0" />
            <bdi className="truncate">{name}</bdi>
          </p>
        ))}
      </div>
    </article>
  );
}

function Answer({ message }: { message: AnswerMessage }) {
  const open = useCallback(
    ({ citationId }: Citation) => {
      const passage = document.getElementById(passageId(message.id, citationId));
      passage?.scrollIntoView({ block: 'center' });
      passage?.focus({ preventScroll: true });
    },
    [message.id],
  );
  const citations = message.answers.flatMap((answer) => answer.citations as Citation[]);
  return (
    <article aria-label={texts.conversation.assistant} className="pt-7" data-testid="answer">
      <CitationLayer onOpen={open}>
        {message.answers.map((answer, position) => (
          <AnswerMarkdown
            key={position}
            text={answer.text}
            citations={answer.citations as Citation[]}
            claims={answer.claims}
          />
        ))}
        {message.balance === null ? null : (
          <p className="mt-3 text-sm text-soft">{texts.engine(message.balance)}</p>
        )}
        <SharedSources messageId={message.id} citations={citations} />
      </CitationLayer>
    </article>
  );
}
