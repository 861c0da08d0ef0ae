import type { z } from '@hono/zod-openapi';
import type { TurnRow } from '@ibid/store/internal';
import type { NewTurnSchema } from '../api/schemas/index.js';

/** What a client asks for when it sends a message. */
export type TurnRequest = z.infer<typeof NewTurnSchema>;

/** The same once more: another answer to the same message, asked for as it was. */
export function requestAgain(turn: Pick<TurnRow, 'request' | 'assistantMessageId'>): TurnRequest {
  const { agentId, modelId, scope, review } = turn.request;
  return {
    text: '',
    parentMessageId: null,
    regenerateOf: turn.assistantMessageId,
    agentId,
    modelId,
    ...(scope && { scope }),
    ...(review && { review }),
  };
}
