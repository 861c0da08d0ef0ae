import { createRoute, z } from '@hono/zod-openapi';
import { PRIVATE, newId } from '@ibid/store/internal';
import {
  ContextReportSchema,
  FirstPreviewSchema,
  IdParamSchema,
  PreviewSchema,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, problems, unprocessable } from '../http/route-parts.js';
import type { TurnWork } from '../services.js';
import { previewTurn } from '../turns/preview-turn.js';
import { ownConversation } from './conversations.js';

const tags = ['Conversations'];
const answer = jsonAnswer(z.object({ report: ContextReportSchema }), 'The context report');

export function registerPreviewRoutes(api: Api, services: TurnWork): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/conversations/{id}/preview',
      tags,
      summary: 'What the model would see if this were sent; asks no model and stores nothing',
      request: { params: IdParamSchema, body: jsonBody(PreviewSchema) },
      responses: { 200: answer, ...problems, ...unprocessable },
    }),
    async (context) => {
      const principal = principalOf(context);
      const conversation = await ownConversation(services, principal, context.req.valid('param').id);
      const request = context.req.valid('json');
      return context.json({ report: await previewTurn({ services, principal, conversation, request }) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/preview',
      tags,
      summary: 'The same for the first message of a conversation that does not exist yet',
      request: { body: jsonBody(FirstPreviewSchema) },
      responses: { 200: answer, ...problems, ...unprocessable },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { projectId, ...request } = context.req.valid('json');
      const now = new Date().toISOString();
      const conversation = {
        id: newId(),
        ownerId: principal.user.id,
        title: '',
        titleOrigin: 'none' as const,
        agentId: request.agentId ?? null,
        modelId: null,
        projectId: projectId ?? null,
        scope: [],
        isPinned: false,
        leafId: null,
        forkedFrom: null,
        sharing: PRIVATE,
        createdAt: now,
        updatedAt: now,
      };
      return context.json({ report: await previewTurn({ services, principal, conversation, request }) }, 200);
    },
  );
}
