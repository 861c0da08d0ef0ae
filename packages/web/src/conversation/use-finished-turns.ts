import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { conversationKey, conversationsKey, messagesKey } from '../api/conversations.js';
import { followTurn } from '../turn/use-live-turn.js';

/** Follows the running turn and, at its end, brings in what is stored of it: message, title, sources. */
export function useFinishedTurns(conversationId: string, runningTurnId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (runningTurnId === null) return;
    let watching = true;
    void followTurn(runningTurnId).finished.then(async () => {
      if (!watching) return;
      const keys = [
        messagesKey(conversationId),
        conversationKey(conversationId),
        conversationsKey,
        ['sources', conversationId],
        ['descriptors', conversationId],
        ['turn', runningTurnId],
      ];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    });
    return () => {
      watching = false;
    };
  }, [client, conversationId, runningTurnId]);
}
