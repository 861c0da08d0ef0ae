import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { conversationsKey, requestFork, messagesKey, showBranch } from '../api/conversations.js';
import { retryTurn, requestTurn } from '../api/turns.js';
import type { TurnRequest } from '../api/turns.js';
import type { Choices } from '../composer/choices.js';
import type { FileRow, MessageBranch } from '../api/types.js';
import { watchTurn, forgetTurn } from '../turn/use-live-turn.js';
import type { ConversationActions } from './conversation-actions.js';
import { optimisticBranch } from './optimistic-branch.js';
import { useLatest } from '../lib/use-latest.js';

export type Send = (request: TurnRequest, files?: FileRow[]) => Promise<void>;

/** Starts turns in one conversation and keeps the displayed branch in sync with them. */
export function useTurnActions(options: {
  conversationId: string;
  leaf: string | null;
  branch: MessageBranch | undefined;
  /** The conversation's choices, also used for edits and new answers. */
  choices: Partial<TurnRequest>;
  onChoices: (change: Partial<Choices>) => Promise<unknown>;
}): ConversationActions & { send: Send } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const latest = useLatest(options);
  const { conversationId } = options;

  return useMemo(() => {
    const show = (leaf: string | null) =>
      navigate({
        to: '/c/$conversationId',
        params: { conversationId },
        search: leaf === null ? {} : { leaf },
        replace: true,
      });

    const send: Send = async (request, files = []) => {
      const turn = await requestTurn(conversationId, request);
      const { branch, leaf } = latest.current;
      void watchTurn(turn.turnId);
      const next = optimisticBranch({ branch, turn, request, files, now: new Date().toISOString() });
      // The server shows the branch of the newest turn, so the address no longer needs a leaf.
      await client.cancelQueries({ queryKey: messagesKey(conversationId) });
      client.setQueryData([...messagesKey(conversationId), null], next);
      if (leaf !== null) await show(null);
      void client.invalidateQueries({ queryKey: conversationsKey });
    };

    return {
      send,
      edit: (message, text) =>
        send(
          {
            text,
            parentMessageId: message.parentId,
            fileIds: message.files.map((file) => file.id),
            ...latest.current.choices,
          },
          message.files,
        ),
      regenerate: (message) =>
        send({
          text: '',
          parentMessageId: message.parentId,
          regenerateOf: message.id,
          ...latest.current.choices,
        }),
      widen: async (message) => {
        await latest.current.onChoices({ scope: [] });
        await send({
          text: '',
          parentMessageId: message.parentId,
          regenerateOf: message.id,
          ...latest.current.choices,
          scope: [],
        });
      },
      retry: async (message) => {
        const turn = await retryTurn(message.turnId, latest.current.choices.modelId);
        if (turn.turnId === message.turnId) forgetTurn(turn.turnId);
        void watchTurn(turn.turnId);
        await client.invalidateQueries({ queryKey: messagesKey(conversationId) });
      },
      fork: async (messageId) => {
        const fork = await requestFork(conversationId, messageId);
        void client.invalidateQueries({ queryKey: conversationsKey });
        await navigate({ to: '/c/$conversationId', params: { conversationId: fork.id } });
      },
      switchTo: (messageId) => {
        // Stored on the server, so exports and other tabs show the same branch; readers cannot store it.
        showBranch(conversationId, messageId).then(
          () => client.invalidateQueries({ queryKey: messagesKey(conversationId) }),
          () => show(messageId),
        );
        if (latest.current.leaf !== null) void show(null);
      },
      answerQuestion: async (text, scope) => {
        if (scope.length > 0) await latest.current.onChoices({ scope });
        await send({
          text,
          parentMessageId: latest.current.branch?.leafId ?? null,
          ...latest.current.choices,
          ...(scope.length > 0 ? { scope } : {}),
        });
      },
    };
  }, [client, conversationId, latest, navigate]);
}
