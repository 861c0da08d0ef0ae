import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { conversationKey, conversationsKey } from '../api/conversations.js';
import type { Conversation, MessageBranch } from '../api/types.js';

/** A turn can be over before the page has seen that it runs: what it gave the conversation as a title is asked for then. */
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
