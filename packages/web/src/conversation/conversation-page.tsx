import { useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { Citation } from '@ibid/core';
import { ApiError, messageOf } from '../api/api-error.js';
import {
  useConversation,
  useKeepChoices,
  useMessages,
  conversationKey,
  conversationsKey,
} from '../api/conversations.js';
import { CitationLayer } from '../citations/citation-layer.js';
import { nothingChosen, turnChoices } from '../composer/choices.js';
import { Composer } from '../composer/composer.js';
import type { JudgedTurn } from '../feedback/judged-turn.js';
import { PanelContext } from '../panel/panel-context.js';
import { usePanelState } from '../panel/use-panel-state.js';
import { SidePanel } from '../panel/side-panel.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { ConversationActionsContext } from './conversation-actions.js';
import { ConversationHeader } from './conversation-header.js';
import { MessageList } from './message-list.js';
import { useFinishedTurns } from './use-finished-turns.js';
import { useTurnActions } from './use-turn-actions.js';
import { useQueryClient } from '@tanstack/react-query';
import type { Conversation, MessageBranch } from '../api/types.js';
import { loaded } from '../lib/loaded.js';
import { useLatest } from '../lib/use-latest.js';

export function ConversationPage() {
  const { conversationId } = useParams({ from: '/c/$conversationId' });
  return <ConversationView key={conversationId} conversationId={conversationId} />;
}

function ConversationView({ conversationId }: { conversationId: string }) {
  const leaf = useSearch({ from: '/c/$conversationId' }).leaf ?? null;
  const conversation = useConversation(conversationId);
  const messages = useMessages(conversationId, leaf);
  const keep = useKeepChoices(conversationId);
  const choices = conversation.data ?? nothingChosen;
  const actions = useTurnActions({
    conversationId,
    leaf,
    branch: messages.data,
    choices: conversation.data === undefined ? {} : turnChoices(conversation.data),
    onChoices: (change) => keep.mutateAsync(change),
  });
  useFinishedTurns(conversationId, messages.data?.runningTurnId ?? null);
  useMissedTitle(conversation.data, messages.data);

  const panel = usePanelState();
  const opener = useLatest(panel.open);
  const openCitation = useCallback(
    (citation: Citation, judged: JudgedTurn | null) =>
      opener.current({
        kind: 'document',
        itemId: citation.itemId,
        title: citation.title ?? '',
        number: citation.number,
        citation,
        judged,
      }),
    [opener],
  );

  useLinkedMessage(messages.data !== undefined);
  const missing = [conversation.error, messages.error].some(
    (error) => error instanceof ApiError && error.status === 404,
  );
  if (missing) return <NotFoundPage />;
  return (
    <PanelContext value={panel}>
      <ConversationActionsContext value={actions}>
        <CitationLayer onOpen={openCitation}>
          <main className="print-flow flex min-w-0 flex-1 flex-col">
            <ConversationHeader conversation={conversation.data} branch={messages.data} />
            {messages.isError ? (
              <div className="mx-auto w-full max-w-3xl p-4">
                <Notice tone="error" title={texts.errors.load}>
                  {messageOf(messages.error)}
                </Notice>
              </div>
            ) : null}
            <MessageList branch={messages.data} conversationId={conversationId} />
            {conversation.data?.isOwner === false ? (
              <ReadOnlyBar onFork={async () => actions.fork((await loaded(messages)).leafId ?? '')} />
            ) : (
              <Composer
                draftKey={conversationId}
                conversationId={conversationId}
                choices={choices}
                position={async () => ({
                  parentMessageId: (await loaded(messages)).leafId,
                  choices: await loaded(conversation),
                })}
                runningTurnId={messages.data?.runningTurnId ?? null}
                onChoices={(change) => keep.mutate(change)}
                onSend={actions.send}
              />
            )}
          </main>
          <SidePanel conversationId={conversationId} leaf={messages.data?.leafId ?? null} />
        </CitationLayer>
      </ConversationActionsContext>
    </PanelContext>
  );
}

/** Another user's conversation can be read and checked, and continued in a copy. */
function ReadOnlyBar({ onFork }: { onFork: () => Promise<void> }) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <div className="no-print mx-auto w-full max-w-3xl px-3 pb-3 sm:px-6">
      <Notice
        action={
          <Button onClick={() => void onFork().catch((error: unknown) => setProblem(messageOf(error)))}>
            {texts.conversation.readOnlyFork}
          </Button>
        }
      >
        {problem ?? texts.conversation.readOnly}
      </Notice>
    </div>
  );
}

/** A link to one answer opens the conversation there. */
function useLinkedMessage(loaded: boolean): void {
  useEffect(() => {
    const target = window.location.hash.slice(1);
    if (loaded && target.startsWith('message-'))
      document.getElementById(target)?.scrollIntoView({ block: 'start' });
  }, [loaded]);
}

/** A turn can end before the page has seen it running; refetches the title it produced then. */
export function useMissedTitle(
  conversation: Conversation | undefined,
  branch: MessageBranch | undefined,
): void {
  const client = useQueryClient();
  const isMissing = conversation?.title === '' && branch?.runningTurnId === null && branch.leafId !== null;
  const id = conversation?.id;
  useEffect(() => {
    if (!isMissing || id === undefined) return;
    void client.invalidateQueries({ queryKey: conversationKey(id) });
    void client.invalidateQueries({ queryKey: conversationsKey });
  }, [client, id, isMissing]);
}
