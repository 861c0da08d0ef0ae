import { createRoute, z } from '@hono/zod-openapi';
import type { Packet } from '@ibid/core';
import type { Context } from 'hono';
import { ConversationIdSchema, IdParamSchema, IdSchema, ScopeSchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { InvalidRequest, NotFound } from '../errors/index.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { eventStream } from '../http/event-stream.js';
import { jsonBody, problems, unprocessable } from '../http/route-parts.js';
import type { Answering, Conversations, LiveTurnWork } from '../services.js';
import { followTurn } from '../turns/follow-turn.js';
import { processMessage } from '../turns/process-message.js';
import { withholdingWatcher } from '../sharing/withholding-watcher.js';
import { withholdingFor, type Withholding } from '../sharing/withholding.js';
import { UiChunks } from '../ui-stream/ui-chunks.js';

const UiChatSchema = z
  .looseObject({
    /** The chat's id; a conversation is created for an unknown one. */
    id: ConversationIdSchema,
    messages: z.array(
      z.looseObject({ role: z.string(), parts: z.array(z.looseObject({ type: z.string() })) }),
    ),
    trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
    agentId: IdSchema.nullish(),
    modelId: z.string().max(200).nullish(),
    scope: ScopeSchema.optional(),
  })
  .openapi('UiChat');

const streamAnswer = {
  200: {
    description: 'The UI message stream of the AI SDK',
    content: { 'text/event-stream': { schema: z.string() } },
  },
};

/** For `useChat` and other clients of the AI SDK: conversations are stored here, and streams can be resumed. */
export function registerUiChatRoutes(api: Api, services: LiveTurnWork): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/ui/chat',
      tags: ['AI SDK'],
      summary: 'Send the last message of a chat, and stream the answer as UI message chunks',
      request: { body: jsonBody(UiChatSchema) },
      responses: { ...streamAnswer, ...problems, ...unprocessable },
    }),
    async (context) => {
      const principal = principalOf(context);
      const request = context.req.valid('json');
      const { leafId } = await ownChat(services, principal, request.id);
      const isAgain = request.trigger === 'regenerate-message' && leafId !== null;
      const { turnId } = await processMessage({
        services,
        principal,
        conversationId: request.id,
        request: {
          text: isAgain ? '' : lastText(request.messages),
          parentMessageId: isAgain ? null : leafId,
          ...(isAgain ? { regenerateOf: leafId } : {}),
          ...(request.agentId === undefined ? {} : { agentId: request.agentId }),
          ...(request.modelId == null ? {} : { modelId: request.modelId }),
          ...(request.scope ? { scope: request.scope } : {}),
        },
      });
      return uiStream(context, services, turnId);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/ui/chat/{id}/stream',
      tags: ['AI SDK'],
      summary: 'The stream of the running turn, from its beginning; empty if none is running',
      request: { params: IdParamSchema },
      responses: { ...streamAnswer, 204: { description: 'No turn is running.' }, ...problems },
    }),
    async (context) => {
      // A chat without messages does not exist here yet, but its client asks anyway.
      const { viewer, user } = principalOf(context);
      const conversation = await services.conversations.get(viewer, context.req.valid('param').id);
      const running = conversation ? await services.turns.running(conversation.id) : null;
      if (!conversation || !running) return context.body(null, 204);
      const isOwner = conversation.ownerId === user.id;
      const from = isOwner ? null : await withholdingFor(services, viewer, conversation);
      return uiStream(context, services, running.id, { from, isOwner });
    },
  );
}

/** The client chooses the chat's id. Another user's id gives the same result as an unknown one: not found. */
async function ownChat(services: Conversations, principal: Principal, id: string) {
  const known = await services.conversations.get(principal.viewer, id);
  if (known) return known;
  try {
    return await services.conversations.create({ id, ownerId: principal.user.id });
  } catch {
    throw new NotFound('There is no such conversation.');
  }
}

function lastText(messages: readonly { role: string; parts: readonly Record<string, unknown>[] }[]): string {
  const last = messages.findLast((message) => message.role === 'user');
  const text = (last?.parts ?? [])
    .map((part) => (part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
  if (text.trim() === '') throw new InvalidRequest('The message is empty.');
  return text;
}

async function uiStream(
  context: Context<AppEnv>,
  services: Conversations & Answering,
  turnId: string,
  seen: { from: Withholding | null; isOwner: boolean } = { from: null, isOwner: true },
): Promise<Response> {
  const turn = await services.turns.get(turnId);
  if (!turn) throw new NotFound('There is no such turn.');
  context.header('x-vercel-ai-ui-message-stream', 'v1');
  const chunks = new UiChunks();
  const response = eventStream(context, (watcher) =>
    followTurn(services, {
      turn,
      after: 0,
      watcher: withholdingWatcher(
        {
          write: (frames) => watcher.write(convert(frames, chunks)),
          end: (frames = '') => watcher.end(`${convert(frames, chunks)}data: [DONE]\n\n`),
        },
        seen,
      ),
    }),
  );
  response.headers.set('x-vercel-ai-ui-message-stream', 'v1');
  return response;
}

function convert(frames: string, chunks: UiChunks): string {
  let converted = '';
  for (const frame of frames.split('\n\n')) {
    const data = frame.indexOf('data: ');
    if (data < 0) continue;
    for (const chunk of chunks.of(JSON.parse(frame.slice(data + 6)) as Packet))
      converted += `data: ${JSON.stringify(chunk)}\n\n`;
  }
  return converted;
}
