import type { z } from '@hono/zod-openapi';
import type { TurnRow } from '@ibid/store/internal';
import type { NewTurnSchema } from '../api/schemas/index.js';

/** A client's request to send a message. */
export type TurnRequest = z.infer<typeof NewTurnSchema>;

/** The same again: another answer to the same message, with the original request. */
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
