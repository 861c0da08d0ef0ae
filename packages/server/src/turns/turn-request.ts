import type { z } from '@hono/zod-openapi';
import type { TurnRow } from '@ibid/store/internal';
import type { NewTurnSchema } from '../api/schemas/index.js';
import type { AskedReview } from './review-of-turn.js';

/** What a client asks for when it sends a message. */
export type TurnRequest = z.infer<typeof NewTurnSchema>;

/** What is kept with the turn, so that it can be retried as it was asked for. */
export interface StoredTurnRequest {
  agentId: string | null;
  modelId: string;
  scope: string[];
  review?: AskedReview;
}

/** The same once more: another answer to the same message, asked for as it was. */
export function requestAgain(turn: Pick<TurnRow, 'request' | 'assistantMessageId'>): TurnRequest {
  const { agentId, modelId, scope, review } = turn.request as unknown as StoredTurnRequest;
  return {
    text: '',
    parentMessageId: null,
    regenerateOf: turn.assistantMessageId,
    agentId,
    modelId,
    scope,
    ...(review && { review }),
  };
}
