import { createRoute } from '@hono/zod-openapi';
import { FolderSchema, IdParamSchema, StartedJobSchema, StartedUploadSchema } from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import { withinQuotas } from '../budgets/within-quotas.js';
import { InvalidRequest } from '../errors/index.js';
import { receiveUploads } from '../files/receive-uploads.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, problems } from '../http/route-parts.js';
import { startFolderJob, startUploadJob } from '../knowledge/ingest-jobs.js';
import { keepFolder } from '../knowledge/kept-folders.js';
import type { Budgets, Configuration, Connections, Files, Jobs, KnowledgeAccess } from '../services.js';
import { uploadBody } from './files.js';
import { ownBase } from './knowledge-bases.js';

export function registerIngestRoutes(
  api: Api,
  services: Configuration & Budgets & Files & KnowledgeAccess & Jobs & Connections,
): void {
  api.openAPIRegistry.registerPath({
    method: 'post',
    path: '/api/knowledge-bases/{id}/uploads',
    tags: ['Knowledge bases'],
    summary: 'Upload documents into a knowledge base',
    request: { params: IdParamSchema, body: uploadBody },
    responses: { 202: jsonAnswer(StartedUploadSchema, 'The job has started'), ...problems },
  });
  api.post('/api/knowledge-bases/:id/uploads', async (context) => {
    const principal = principalOf(context);
    const parsed = IdParamSchema.safeParse(context.req.param());
    if (!parsed.success) throw new InvalidRequest();
    const base = await ownBase(services, principal, parsed.data.id);
    const files = await receiveUploads({
      request: context.req.raw,
      blobs: services.blobs,
      limits: services.options.limits,
    });
    await services.quotas.noteSizes(files);
    const storage = files.reduce((total, { bytes }) => total + bytes, 0);
    const job = await withinQuotas(services, principal, { jobs: 1, storage }, () =>
      startUploadJob(services, principal, { knowledgeBaseId: base.id, files }),
    );
    return context.json({ jobId: job.id, paths: files.map(({ name }) => name) }, 202);
  });

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/knowledge-bases/{id}/folders',
      tags: ['Knowledge bases'],
      summary: 'Read a folder on the server, once or kept in sync. Administrators only',
      request: { params: IdParamSchema, body: jsonBody(FolderSchema) },
      responses: { 202: jsonAnswer(StartedJobSchema, 'The job has started'), ...problems },
    }),
    async (context) => {
      const principal = administratorOf(context);
      const base = await ownBase(services, principal, context.req.valid('param').id);
      const { path, keep } = context.req.valid('json');
      if (path.includes('\0')) throw new InvalidRequest();
      const job = await withinQuotas(services, principal, { jobs: 1 }, () =>
        keep
          ? keepFolder(services, { knowledgeBaseId: base.id, path, ownerId: principal.user.id })
          : startFolderJob(services, principal, { knowledgeBaseId: base.id, path }),
      );
      return context.json({ jobId: job.id }, 202);
    },
  );
}
