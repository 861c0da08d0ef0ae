import { createRoute, z } from '@hono/zod-openapi';
import type { KnowledgeBase } from '@ibid/retrieval/internal';
import { IdParamSchema, IdSchema, LeftBehindSchema, listOf } from '../api/schemas/index.js';
import { administratorOf } from '../auth/access.js';
import { LOCAL_USER_ID } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Accounts, Configuration, Connections, KnowledgeAccess, Observability } from '../services.js';

const tags = ['Users'];

/**
 * Knowledge bases of deleted users, and those of local mode once users log in: nobody else could change or delete them.
 * Administrators see their names and sizes, and can hand them over or delete them.
 */
export function registerLeftBehindRoutes(
  api: Api,
  services: Configuration & Observability & Accounts & KnowledgeAccess & Connections,
): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/left-behind',
      tags,
      summary: 'Knowledge bases whose owner was deleted; administrators only',
      responses: { 200: jsonAnswer(listOf(LeftBehindSchema), 'Knowledge bases'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const rows = (await leftBehind(services)).map(({ id, name, items, createdAt, access }) => ({
        id,
        name,
        items,
        createdAt,
        visibility: access.visibility,
      }));
      return context.json({ rows, cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'put',
      path: '/api/left-behind/{id}/owner',
      tags,
      summary: 'Hand over a knowledge base whose owner was deleted to a user; administrators only',
      request: { params: IdParamSchema, body: jsonBody(z.object({ userId: IdSchema })) },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { user: administrator } = administratorOf(context);
      const base = await found(services, context.req.valid('param').id);
      const user = await services.users.get(context.req.valid('json').userId);
      if (!user) throw new NotFound('There is no such user.');
      await services.knowledge.bases.handOver(base.id, user.id);
      await services.keptFolders.handOver(base.id, user.id);
      await services.connectedSources.handOver(base.id, user.id);
      services.log.info(
        { knowledgeBaseId: base.id, from: base.access.ownerId, to: user.id, by: administrator.id },
        'a knowledge base was handed over',
      );
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/left-behind/{id}',
      tags,
      summary: 'Delete a knowledge base whose owner was deleted; administrators only',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { user: administrator } = administratorOf(context);
      const base = await found(services, context.req.valid('param').id);
      await services.knowledge.bases.remove(base.id);
      services.log.info(
        { knowledgeBaseId: base.id, from: base.access.ownerId, by: administrator.id },
        'a knowledge base that was left behind was deleted',
      );
      return context.body(null, 204);
    },
  );
}

async function leftBehind(services: Configuration & Accounts & KnowledgeAccess): Promise<KnowledgeBase[]> {
  const owners = new Set((await services.users.list()).map((user) => user.id));
  if (services.options.mode === 'local') owners.add(LOCAL_USER_ID);
  // The only place that lists everybody's bases: names and counts, never text.
  const everything = { userId: '', roles: [], isAdministrator: true };
  const bases = await services.knowledge.bases.list(everything);
  return bases.filter((base) => base.kind === 'standard' && !owners.has(base.access.ownerId));
}

async function found(
  services: Configuration & Accounts & KnowledgeAccess,
  id: string,
): Promise<KnowledgeBase> {
  const base = (await leftBehind(services)).find((one) => one.id === id);
  if (!base) throw new NotFound('No knowledge base of this id was left behind.');
  return base;
}
