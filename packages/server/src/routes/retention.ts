import { createRoute, z } from '@hono/zod-openapi';
import {
  BaseRetentionSchema,
  GoneSchema,
  IdParamSchema,
  RetentionQuerySchema,
} from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import {
  dueByRetention,
  dueItems,
  retentionOfBase,
  runRetention,
  setRetentionOfBase,
} from '../retention/retention.js';
import type { Auditing, Connections, Erasing } from '../services.js';
import { ownBase } from './knowledge-bases.js';

const tags = ['Retention'];
const daysQuery = z.object({ days: z.coerce.number().int().min(1).max(36_500).optional() });

/** ORG-3: retention per knowledge base; that of conversations, jobs and usage is a system setting. */
export function registerRetentionRoutes(api: Api, services: Erasing & Auditing & Connections): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/retention',
      tags,
      summary: 'How much these periods would delete at once, before they are set; administrators only',
      request: { query: RetentionQuerySchema },
      responses: { 200: jsonAnswer(GoneSchema, 'How much would be deleted'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const { conversationDays = null, jobDays = null, usageDays = null } = context.req.valid('query');
      return context.json(await dueByRetention(services, { conversationDays, jobDays, usageDays }), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/retention/run',
      tags,
      summary:
        'Delete what has passed its retention period now, instead of within the hour; administrators only',
      responses: { 200: jsonAnswer(GoneSchema.extend({ items: z.number() }), 'What went'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      return context.json(await runRetention(services), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/knowledge-bases/{id}/retention',
      tags,
      summary: 'How many days documents of a knowledge base are kept, and how many `days` would delete',
      request: { params: IdParamSchema, query: daysQuery },
      responses: {
        200: jsonAnswer(BaseRetentionSchema.extend({ due: z.number() }), 'Retention'),
        ...problems,
      },
    }),
    async (context) => {
      const base = await ownBase(services, principalOf(context), context.req.valid('param').id);
      const days = await retentionOfBase(services, base.id);
      const looked = context.req.valid('query').days ?? days;
      const due = looked === null ? 0 : (await dueItems(services, base.id, looked)).length;
      return context.json({ days, due }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'put',
      path: '/api/knowledge-bases/{id}/retention',
      tags,
      summary:
        'Set how many days documents of a knowledge base are kept after they were added; null: for ever',
      request: { params: IdParamSchema, body: jsonBody(BaseRetentionSchema) },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const base = await ownBase(services, principalOf(context), context.req.valid('param').id);
      await setRetentionOfBase(services, base.id, context.req.valid('json').days);
      return context.body(null, 204);
    },
  );
}
