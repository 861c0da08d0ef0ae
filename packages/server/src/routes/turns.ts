import { createRoute, z } from '@hono/zod-openapi';
import { completeReports } from '@ibid/core/internal';
import type { Conversation, TurnRow } from '@ibid/store/internal';
import {
  AgainstRequestSchema,
  AgainstSchema,
  EventsQuerySchema,
  IdParamSchema,
  NewTurnSchema,
  OpinionsSchema,
  StartedTurnSchema,
  TurnSchema,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { Conflict, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { eventStream } from '../http/event-stream.js';
import { conflict, jsonAnswer, jsonBody, nothing, problems, unprocessable } from '../http/route-parts.js';
import type { Answering, Conversations, LiveTurnWork } from '../services.js';
import { reportForReaders } from '../sharing/report-for-readers.js';
import { withholdingFor } from '../sharing/withholding.js';
import { withholdingWatcher } from '../sharing/withholding-watcher.js';
import { findAgainst } from '../turns/find-against.js';
import { followTurn } from '../turns/follow-turn.js';
import { LiveTurn } from '../turns/live-turn.js';
import type { Watcher } from '../turns/live-turn.js';
import { opinionOnRequest } from '../turns/opinion-on-request.js';
import { processMessage } from '../turns/process-message.js';
import { requestAgain } from '../turns/turn-request.js';
import { ownConversation } from './conversations.js';

const tags = ['Turns'];

async function visibleTurn(services: Conversations, principal: Principal, id: string): Promise<TurnRow> {
  return (await turnWithConversation(services, principal, id)).turn;
}

/** Turns of hidden conversations are not found, which does not reveal that they exist. */
export async function turnWithConversation(
  services: Conversations,
  principal: Principal,
  id: string,
): Promise<{ turn: TurnRow; conversation: Conversation }> {
  const turn = await services.turns.get(id);
  const conversation = turn ? await services.conversations.get(principal.viewer, turn.conversationId) : null;
  if (!turn || !conversation) throw new NotFound('There is no such turn.');
  return { turn, conversation };
}

export function registerTurnRoutes(api: Api, services: LiveTurnWork): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/conversations/{id}/turns',
      tags,
      summary:
        'Send a message; the turn runs on the server even if no client is connected. With `accept: text/event-stream` its packets follow at once',
      request: {
        params: IdParamSchema,
        headers: z.object({
          'idempotency-key': z.string().min(1).max(200).optional().openapi({
            description: 'Repeating a request with the same key has no further effect.',
          }),
        }),
        body: jsonBody(NewTurnSchema),
      },
      responses: {
        200: {
          description:
            'Packets of the turn, if the client accepts server-sent events: `data` is one `Packet` of the schemas',
          content: { 'text/event-stream': { schema: z.string() } },
        },
        202: jsonAnswer(StartedTurnSchema, 'The turn has started'),
        ...problems,
        ...unprocessable,
        ...conflict,
      },
    }),
    async (context) => {
      const idempotencyKey = context.req.valid('header')['idempotency-key'];
      const started = await processMessage({
        services,
        principal: principalOf(context),
        conversationId: context.req.valid('param').id,
        request: context.req.valid('json'),
        ...(idempotencyKey ? { idempotencyKey } : {}),
      });
      if (context.req.header('accept')?.includes('text/event-stream')) {
        const turn = services.liveTurns.get(started.turnId) ?? (await services.turns.get(started.turnId));
        if (turn) return eventStream(context, (watcher) => watchTurn(services, turn, watcher));
      }
      return context.json(started, 202);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/turns/{id}',
      tags,
      summary: 'The outcome of a turn, with its context reports',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(TurnSchema, 'The turn'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { turn, conversation } = await turnWithConversation(
        services,
        principal,
        context.req.valid('param').id,
      );
      const view = turnView(services, turn);
      const withholding = await withholdingFor(services, principal.viewer, conversation);
      // Both contain text of documents.
      return context.json(
        withholding?.mayBeIn(turn.assistantMessageId)
          ? { ...view, contextReports: [], trajectory: null }
          : conversation.ownerId === principal.user.id
            ? view
            : { ...view, contextReports: view.contextReports.map(reportForReaders) },
        200,
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/turns/{id}/events',
      tags,
      summary: 'Packets of a turn after a cursor, then new ones as they come, as server-sent events',
      request: { params: IdParamSchema, query: EventsQuerySchema },
      responses: {
        200: {
          description: 'Events: `id` is the cursor, `event` the type, `data` one `Packet` of the schemas',
          content: { 'text/event-stream': { schema: z.string() } },
        },
        ...problems,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { turn, conversation } = await turnWithConversation(
        services,
        principal,
        context.req.valid('param').id,
      );
      // The owner's own running turn uses the owner's current rights.
      const isOwner = conversation.ownerId === principal.user.id;
      const isOwn = isOwner && turn.status === 'running';
      const withholding = isOwn ? null : await withholdingFor(services, principal.viewer, conversation);
      const from = withholding?.mayBeIn(turn.assistantMessageId) ? withholding : null;
      const last = Number(context.req.header('last-event-id') ?? Number.NaN);
      const after = Number.isSafeInteger(last) && last >= 0 ? last : (context.req.valid('query').after ?? 0);
      return eventStream(context, (watcher) =>
        followTurn(services, { turn, after, watcher: withholdingWatcher(watcher, { from, isOwner }) }),
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/turns/{id}/against',
      tags,
      summary: 'Passages of the knowledge bases that contradict a claim of this turn, with their dates',
      request: { params: IdParamSchema, body: jsonBody(AgainstRequestSchema) },
      responses: {
        200: jsonAnswer(AgainstSchema, 'Passages that contradict it, closest first'),
        ...problems,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id } = context.req.valid('param');
      const { conversation } = await turnWithConversation(services, principal, id);
      const { claim } = context.req.valid('json');
      return context.json({ rows: await findAgainst(services, principal, { conversation, claim }) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/turns/{id}/opinion',
      tags,
      summary:
        'Ask the model for small tasks about the weak and unsupported claims of this turn, and keep what it says',
      request: { params: IdParamSchema },
      responses: {
        200: jsonAnswer(OpinionsSchema, 'The citations that now have a second opinion'),
        ...problems,
        ...unprocessable,
        ...conflict,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id } = context.req.valid('param');
      const { turn, conversation } = await turnWithConversation(services, principal, id);
      await ownConversation(services, principal, conversation.id);
      return context.json({ rows: await opinionOnRequest(services, principal, { conversation, turn }) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/turns/{id}/stop',
      tags,
      summary: 'Stop a turn now; what was streamed is kept',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const turn = await visibleTurn(services, principal, context.req.valid('param').id);
      await ownConversation(services, principal, turn.conversationId);
      if (!services.liveTurns.stop(turn.id) && turn.status === 'running') {
        // Store it first: the server that runs the turn finds it there even if the message is lost.
        await services.turns.requestStop(turn.id);
        services.channel.sendStop(turn.id);
      }
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/turns/{id}/retry',
      tags,
      summary: 'Ask again for an answer to the same message',
      request: { params: IdParamSchema, query: z.object({ modelId: z.string().max(200).optional() }) },
      responses: {
        202: jsonAnswer(StartedTurnSchema, 'The turn has started'),
        ...problems,
        ...unprocessable,
        ...conflict,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const turn = await visibleTurn(services, principal, context.req.valid('param').id);
      // Without it, the model of the failed answer; empty, the default.
      const { modelId } = context.req.valid('query');
      if (turn.status === 'running') throw new Conflict('This turn is running.', 'turn_running');
      const started = await processMessage({
        services,
        principal,
        conversationId: turn.conversationId,
        request: { ...requestAgain(turn), ...(modelId === undefined ? {} : { modelId: modelId || null }) },
        isRepeated: true,
      });
      return context.json(started, 202);
    },
  );
}

function watchTurn(
  services: Conversations & Answering,
  turn: LiveTurn | TurnRow,
  watcher: Watcher,
): () => void {
  return turn instanceof LiveTurn
    ? turn.watch(watcher, 0)
    : followTurn(services, { turn, after: 0, watcher });
}

function turnView(services: Answering, turn: TurnRow) {
  const { id, conversationId, userMessageId, assistantMessageId, status, modelId, agentId, error } = turn;
  const { trajectory, usage, costUsd, createdAt, finishedAt } = turn;
  const live = services.liveTurns.get(id);
  const reports = live
    ? live.packets.flatMap((packet) => (packet.type === 'context-report' ? [packet.report] : []))
    : turn.contextReports;
  return {
    id,
    conversationId,
    userMessageId,
    assistantMessageId,
    status,
    modelId,
    agentId,
    error,
    contextReports: completeReports(reports),
    trajectory: trajectory as unknown,
    usage,
    costUsd,
    createdAt,
    finishedAt,
  };
}
