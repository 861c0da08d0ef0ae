import type { z } from '@hono/zod-openapi';
import type { NewTurnSchema } from '../api/schemas/index.js';

/** What a client asks for when it sends a message. */
export type TurnRequest = z.infer<typeof NewTurnSchema>;

/** What is kept with the turn, so that it can be retried as it was asked for. */
export interface StoredTurnRequest {
  agentId: string | null;
  modelId: string;
  scope: string[];
}
