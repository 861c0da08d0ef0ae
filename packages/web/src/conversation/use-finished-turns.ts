import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { conversationKey, conversationsKey, messagesKey } from '../api/conversations.js';
import { watchTurn } from '../turn/use-live-turn.js';

const LONGEST_PAUSE = 5_000;

/** Follows the running turn, and at its end loads its stored message, title and sources. */
export function useFinishedTurns(conversationId: string, runningTurnId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (runningTurnId === null) return;
    let watching = true;
    void watchTurn(runningTurnId).then(async () => {
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
      // If the database is slow, the end is sent before it is stored: fetched too early, the turn still appears to run.
      const queryKey = messagesKey(conversationId);
      const seemsToRun = () =>
        client
          .getQueriesData<{ runningTurnId: string | null }>({ queryKey })
          .some(([, branch]) => branch?.runningTurnId === runningTurnId);
      for (let pause = 250; watching && seemsToRun(); pause = Math.min(pause * 2, LONGEST_PAUSE)) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        await client.invalidateQueries({ queryKey });
      }
    });
    return () => {
      watching = false;
    };
  }, [client, conversationId, runningTurnId]);
}
