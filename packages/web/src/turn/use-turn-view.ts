import { useQueryClient } from '@tanstack/react-query';
import type { MessageBranch } from '../api/types.js';
import type { TurnView } from '@ibid/core/turn-view';
import { useLiveTurn } from './use-live-turn.js';

/** The view of a turn, either streamed by this tab or stored with its message. */
export function useTurnView(turnId: string): TurnView | null {
  const live = useLiveTurn(turnId, false);
  const client = useQueryClient();
  if (live !== null && !live.refused && live.view.seq > 0) return live.view;
  for (const [, branch] of client.getQueriesData<MessageBranch>({ queryKey: ['messages'] })) {
    const message = branch?.messages.find((entry) => entry.role === 'assistant' && entry.turnId === turnId);
    if (message?.role === 'assistant') return message.view;
  }
  return null;
}
