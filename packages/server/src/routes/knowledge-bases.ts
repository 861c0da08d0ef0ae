import { createRoute } from '@hono/zod-openapi';
import type { KnowledgeBase } from '@ibid/retrieval/internal';
import {
  IdParamSchema,
  ItemListQuerySchema,
  ItemListSchema,
  KnowledgeBaseChangeSchema,
  KnowledgeBaseSchema,
  NewKnowledgeBaseSchema,
  listOf,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { Forbidden, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import { cancelJobsOfBase } from '../jobs/cancel-jobs-of-base.js';
import type { Jobs, KnowledgeAccess } from '../services.js';
import { itemView, knowledgeBaseView, toAccessRule } from './knowledge-view.js';

const tags = ['Knowledge bases'];

async function visibleBase(
  services: KnowledgeAccess,
  principal: Principal,
  id: string,
): Promise<KnowledgeBase> {
  const bases = await services.knowledge.bases.list(principal.viewer);
  const base = bases.find((one) => one.id === id);
  if (!base) throw new NotFound('There is no such knowledge base.');
  return base;
}

export async function ownBase(
  services: KnowledgeAccess,
  principal: Principal,
  id: string,
): Promise<KnowledgeBase> {
  const base = await visibleBase(services, principal, id);
  if (base.access.ownerId !== principal.user.id)
    throw new Forbidden('This knowledge base is shared with you for reading only.');
  return base;
}

export function registerKnowledgeBaseRoutes(api: Api, services: KnowledgeAccess & Jobs): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/knowledge-bases',
      tags,
      summary: 'Knowledge bases you may see',
      responses: { 200: jsonAnswer(listOf(KnowledgeBaseSchema), 'Knowledge bases'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const bases = await services.knowledge.bases.list(principal.viewer);
      // Bases of projects and conversations are shown there.
      const rows = bases
        .filter((base) => base.kind === 'standard')
        .map((base) => knowledgeBaseView(base, principal));
      return context.json({ rows, cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/knowledge-bases',
      tags,
      summary: 'Create a knowledge base',
      request: { body: jsonBody(NewKnowledgeBaseSchema) },
      responses: { 201: jsonAnswer(KnowledgeBaseSchema, 'The knowledge base'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { name, description, sharing } = context.req.valid('json');
      const access = toAccessRule(principal.user.id, sharing);
      const base = await services.knowledge.bases.create({ name, description, access });
      return context.json(knowledgeBaseView(base, principal), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/knowledge-bases/{id}',
      tags,
      summary: 'One knowledge base',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(KnowledgeBaseSchema, 'The knowledge base'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const base = await visibleBase(services, principal, context.req.valid('param').id);
      return context.json(knowledgeBaseView(base, principal), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/knowledge-bases/{id}',
      tags,
      summary: 'Change name, description, or who may see it',
      request: { params: IdParamSchema, body: jsonBody(KnowledgeBaseChangeSchema) },
      responses: { 200: jsonAnswer(KnowledgeBaseSchema, 'The knowledge base'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id } = context.req.valid('param');
      const { name, description, sharing } = context.req.valid('json');
      await ownBase(services, principal, id);
      await services.knowledge.bases.update(id, {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(sharing === undefined ? {} : { access: toAccessRule(principal.user.id, sharing) }),
      });
      return context.json(knowledgeBaseView(await visibleBase(services, principal, id), principal), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/knowledge-bases/{id}',
      tags,
      summary: 'Delete a knowledge base with everything in it',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      await ownBase(services, principalOf(context), id);
      await cancelJobsOfBase(services, id);
      await services.knowledge.bases.remove(id);
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/knowledge-bases/{id}/items',
      tags,
      summary: 'Items of a knowledge base',
      request: { params: IdParamSchema, query: ItemListQuerySchema },
      responses: { 200: jsonAnswer(ItemListSchema, 'Items'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id } = context.req.valid('param');
      await visibleBase(services, principal, id);
      const { cursor, limit, query } = context.req.valid('query');
      const page = await services.knowledge.reader.listItems({
        viewer: principal.viewer,
        knowledgeBaseIds: [id],
        limit,
        cursor: cursor ?? null,
        ...(query ? { filter: { itemName: query } } : {}),
      });
      return context.json({ ...page, rows: page.rows.map(itemView) }, 200);
    },
  );
}
