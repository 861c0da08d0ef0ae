import { createRoute, z } from '@hono/zod-openapi';
import type { JsonValue } from '@ibid/core';
import type { ItemReaders } from '@ibid/retrieval/internal';
import type { ConnectedSource } from '@ibid/store/internal';
import {
  IdParamSchema,
  NewSourceSchema,
  SourceChangeSchema,
  SourceKindSchema,
  SourceListQuerySchema,
  SourceLogSchema,
  SourceRemovalQuerySchema,
  SourceSyncQuerySchema,
  ConnectedSourceSchema,
  StartedJobSchema,
  listOf,
} from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { Conflict, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { conflict, jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Configuration, Connections, Jobs, KnowledgeAccess } from '../services.js';
import { applyAccess, pauseSource, removeSource } from '../sources/change-source.js';
import { startSourceJob } from '../sources/source-job.js';
import { kindView, sourceKind, sourceKinds } from '../sources/source-kinds.js';
import { nameFrom, sealSource } from '../sources/source-settings.js';
import { sourceView } from '../sources/source-view.js';
import { ownBase } from './knowledge-bases.js';
import { toAccessRule } from './knowledge-view.js';

const tags = ['Sources'];
const LOG_LINES = 200;

/** KB-10: sources that knowledge bases are synced with. They belong to the owner of their knowledge base. */
export function registerSourceRoutes(
  api: Api,
  services: Configuration & KnowledgeAccess & Jobs & Connections,
): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/source-kinds',
      tags,
      summary: 'Kinds of sources, each with its fields',
      responses: { 200: jsonAnswer(z.object({ rows: z.array(SourceKindSchema) }), 'Kinds'), ...problems },
    }),
    (context) => {
      principalOf(context);
      return context.json({ rows: sourceKinds(services).map(kindView) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/sources',
      tags,
      summary: 'Sources of your knowledge bases, or of one of them',
      request: { query: SourceListQuerySchema },
      responses: { 200: jsonAnswer(listOf(ConnectedSourceSchema), 'Sources'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { knowledgeBaseId } = context.req.valid('query');
      const bases = knowledgeBaseId
        ? [await ownBase(services, principal, knowledgeBaseId)]
        : (await services.knowledge.bases.list(principal.viewer)).filter(
            ({ access }) => access.ownerId === principal.user.id,
          );
      const sources = await services.connectedSources.list(bases.map(({ id }) => id));
      const rows = await Promise.all(sources.map((source) => sourceView(services, source)));
      return context.json({ rows, cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/sources',
      tags,
      summary: 'Keep a knowledge base in sync with a source, from now on. Administrators only',
      request: { body: jsonBody(NewSourceSchema) },
      responses: {
        201: jsonAnswer(ConnectedSourceSchema, 'The source; its first sync has begun'),
        ...problems,
      },
    }),
    async (context) => {
      const principal = administratorOf(context);
      const sent = context.req.valid('json');
      const kind = sourceKind(services, sent.kind);
      const base = await ownBase(services, principal, sent.knowledgeBaseId);
      const sealed = sealSource(services.secrets, kind, sent.settings as Record<string, JsonValue>, null);
      const source = await services.connectedSources.add({
        knowledgeBaseId: base.id,
        ownerId: principal.user.id,
        kind: kind.kind,
        name: sent.name ?? nameFrom(kind, sealed.settings),
        ...sealed,
        everyMinutes: sent.everyMinutes,
        access: sent.sharing && toSourceAccess(principal, sent.sharing),
      });
      await services.connectedLog.add(source.id, 'info', 'Added.');
      await startSourceJob(services, source);
      return context.json(await viewOf(services, source.id), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/sources/{id}',
      tags,
      summary: 'One source',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(ConnectedSourceSchema, 'The source'), ...problems },
    }),
    async (context) => {
      const source = await ownSource(services, principalOf(context), context.req.valid('param').id);
      return context.json(await sourceView(services, source), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/sources/{id}',
      tags,
      summary:
        'Change a source, change who may see its documents, or pause it. Settings: administrators only',
      request: { params: IdParamSchema, body: jsonBody(SourceChangeSchema) },
      responses: { 200: jsonAnswer(ConnectedSourceSchema, 'The source'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const source = await ownSource(services, principal, context.req.valid('param').id);
      const { settings, sharing, everyMinutes, name, isPaused } = context.req.valid('json');
      if (settings) {
        administratorOf(context);
        await changeSettings(services, source, settings as Record<string, JsonValue>);
      }
      const now = new Date().toISOString();
      await services.connectedSources.change(source.id, {
        ...(name === undefined ? {} : { name }),
        ...(everyMinutes === undefined ? {} : { everyMinutes, nextAt: everyMinutes === null ? null : now }),
        ...(sharing === undefined ? {} : { access: sharing && toSourceAccess(principal, sharing) }),
      });
      if (sharing !== undefined)
        await applyAccess(services, (await services.connectedSources.get(source.id))!);
      if (isPaused === true && !source.isPaused) await pauseSource(services, source);
      if (isPaused === false && source.isPaused) {
        await services.connectedSources.change(source.id, { isPaused: false, nextAt: now, failures: 0 });
        await services.connectedLog.add(source.id, 'info', 'Goes on.');
        await startSourceJob(services, (await services.connectedSources.get(source.id))!);
      }
      return context.json(await viewOf(services, source.id), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/sources/{id}',
      tags,
      summary: 'Remove a source, with or without its documents',
      request: { params: IdParamSchema, query: SourceRemovalQuerySchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const source = await ownSource(services, principalOf(context), context.req.valid('param').id);
      await removeSource(services, source, { keepsItems: context.req.valid('query').items === 'keep' });
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/sources/{id}/sync',
      tags,
      summary: 'Bring the knowledge base up to date with the source now',
      request: { params: IdParamSchema, query: SourceSyncQuerySchema },
      responses: { 202: jsonAnswer(StartedJobSchema, 'The job has started'), ...problems, ...conflict },
    }),
    async (context) => {
      const source = await ownSource(services, principalOf(context), context.req.valid('param').id);
      if (source.isPaused) throw new Conflict('This source is paused. Resume it first.', 'source_paused');
      const { failed, missing } = context.req.valid('query');
      const jobId = await startSourceJob(services, source, {
        retriesFailed: failed === 'retry',
        acceptsLoss: missing === 'delete',
      });
      return context.json({ jobId }, 202);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/sources/{id}/log',
      tags,
      summary: 'The log of a source, newest first',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(z.object({ rows: z.array(SourceLogSchema) }), 'Lines'), ...problems },
    }),
    async (context) => {
      const source = await ownSource(services, principalOf(context), context.req.valid('param').id);
      return context.json({ rows: await services.connectedLog.list(source.id, LOG_LINES) }, 200);
    },
  );
}

async function ownSource(
  services: KnowledgeAccess & Connections,
  principal: Principal,
  id: string,
): Promise<ConnectedSource> {
  const source = await services.connectedSources.get(id);
  const base =
    source &&
    (await services.knowledge.bases.list(principal.viewer)).find((one) => one.id === source.knowledgeBaseId);
  if (!source || base?.access.ownerId !== principal.user.id) throw new NotFound('There is no such source.');
  return source;
}

/** Another address may have other documents under the same names, so everything is read again. */
async function changeSettings(
  services: Configuration & Jobs & Connections,
  source: ConnectedSource,
  settings: Record<string, JsonValue>,
): Promise<void> {
  const sealed = sealSource(services.secrets, sourceKind(services, source.kind), settings, source);
  if (source.jobId !== null) await services.jobRunner.cancel(source.jobId);
  await services.connectedSources.change(source.id, {
    ...sealed,
    cursor: null,
    checkpoint: null,
    failures: 0,
    problem: null,
    problemCode: null,
    nextAt: new Date().toISOString(),
  });
  await services.connectedItems.forgetRevisions(source.id);
  await services.connectedLog.add(source.id, 'info', 'The settings were changed.');
  const changed = await services.connectedSources.get(source.id);
  // A user who narrows the source intends the missing documents to be removed.
  if (changed && !changed.isPaused) await startSourceJob(services, changed, { acceptsLoss: true });
}

function toSourceAccess(principal: Principal, sharing: Parameters<typeof toAccessRule>[1]): ItemReaders {
  const { ownerId: _owner, ...access } = toAccessRule(principal.user.id, sharing);
  return access;
}

async function viewOf(services: Configuration & Jobs & Connections, id: string) {
  const source = await services.connectedSources.get(id);
  if (!source) throw new NotFound('There is no such source.');
  return sourceView(services, source);
}
