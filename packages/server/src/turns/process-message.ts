import { createHash } from 'node:crypto';
import type { JsonValue } from '@ibid/core';
import { newId } from '@ibid/store/internal';
import type { AskedTurn, Conversation, MessageRow } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { requireBudget } from '../budgets/require-budget.js';
import { Conflict, Forbidden, NotFound, Unprocessable } from '../errors/index.js';
import type { Conversations, LiveTurnWork } from '../services.js';
import { resolveTurn } from './resolve-turn.js';
import type { ResolvedTurn } from './resolve-turn.js';
import { runLiveTurn } from './run-live-turn.js';
import type { TurnRequest } from './turn-request.js';
import { StartedTurnSchema } from '../api/schemas/index.js';

export interface StartedTurn {
  turnId: string;
  userMessageId: string;
  assistantMessageId: string;
}

/**
 * FLOW-1, the first layer: validates, loads, persists, and hands over to the engine. When it returns, the user message
 * is stored and the turn is running.
 */
export async function processMessage(options: {
  services: LiveTurnWork;
  principal: Principal;
  conversationId: string;
  request: TurnRequest;
  idempotencyKey?: string;
  /** A repeat: choices that the user made since then stay. */
  isRepeated?: boolean;
}): Promise<StartedTurn> {
  const { services, principal, request } = options;
  const conversation = await ownConversation(services, principal, options.conversationId);
  const requestHash = options.idempotencyKey ? hashOf([conversation.id, request]) : '';
  if (options.idempotencyKey) {
    const known = await services.idempotency.find(principal.user.id, options.idempotencyKey);
    if (known) return answeredBefore(known, requestHash);
  }
  const resolved = await resolveTurn({ services, principal, conversation, request });
  await requireBudget(services, principal, resolved.particulars.model);
  if (!options.isRepeated && request.modelId !== undefined && request.modelId !== conversation.modelId)
    await services.conversations.update(conversation.id, { modelId: request.modelId });
  const started: StartedTurn = {
    turnId: newId(),
    userMessageId: resolved.userRow.id,
    assistantMessageId: newId(),
  };
  const stored: AskedTurn = {
    agentId: resolved.particulars.agent?.id ?? null,
    modelId: resolved.particulars.model.id,
    scope: [...resolved.particulars.scope],
    ...(resolved.particulars.review && { review: resolved.particulars.review }),
  };
  const turn = {
    id: started.turnId,
    conversationId: conversation.id,
    userId: principal.user.id,
    userMessageId: started.userMessageId,
    assistantMessageId: started.assistantMessageId,
    modelId: stored.modelId,
    agentId: stored.agentId,
    request: stored,
    serverId: services.serverId,
    createdAt: new Date().toISOString(),
  };
  const { idempotencyKey } = options;
  const isFirst = await services.turns.start({
    turn,
    messages: messagesOf(resolved, turn),
    ...(idempotencyKey
      ? {
          also: (transaction) =>
            services.idempotency.save(transaction, {
              userId: principal.user.id,
              key: idempotencyKey,
              answer: { requestHash, status: 202, response: { ...started } },
            }),
        }
      : {}),
  });
  if (!isFirst)
    throw new Conflict(
      'A turn of this conversation is running. Wait for it, or stop it first.',
      'turn_running',
    );
  void runLiveTurn({ services, principal, turn, particulars: resolved.particulars });
  return started;
}

async function ownConversation(
  services: Conversations,
  principal: Principal,
  conversationId: string,
): Promise<Conversation> {
  const conversation = await services.conversations.get(principal.viewer, conversationId);
  if (!conversation) throw new NotFound();
  if (conversation.ownerId !== principal.user.id)
    throw new Forbidden(
      'This conversation is shared with you for reading. Fork it to continue in your own copy.',
    );
  return conversation;
}

function messagesOf(
  resolved: ResolvedTurn,
  turn: { id: string; conversationId: string; assistantMessageId: string; createdAt: string },
): MessageRow[] {
  const assistant: MessageRow = {
    id: turn.assistantMessageId,
    conversationId: turn.conversationId,
    parentId: resolved.userRow.id,
    role: 'assistant',
    text: '',
    content: {},
    turnId: turn.id,
    status: 'running',
    createdAt: turn.createdAt,
  };
  return resolved.isNewUserMessage ? [resolved.userRow, assistant] : [assistant];
}

function answeredBefore(
  known: { requestHash: string; response: JsonValue },
  requestHash: string,
): StartedTurn {
  if (known.requestHash !== requestHash)
    throw new Unprocessable('This idempotency key was used for another request.', 'idempotency_key_reused');
  return StartedTurnSchema.parse(known.response);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
