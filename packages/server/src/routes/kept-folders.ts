import { createRoute } from '@hono/zod-openapi';
import type { KeptFolder } from '@ibid/store/internal';
import {
  IdParamSchema,
  KeptFolderParamSchema,
  KeptFolderSchema,
  StartedJobSchema,
  listOf,
} from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import { NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, nothing, problems } from '../http/route-parts.js';
import { jobView } from '../jobs/job-view.js';
import { syncKeptFolder } from '../knowledge/kept-folders.js';
import type { Configuration, Connections, Jobs, KnowledgeAccess } from '../services.js';
import { ownBase } from './knowledge-bases.js';

const tags = ['Knowledge bases'];

/** Folders that a knowledge base is synced with (KB-1). They are added with `keep` at `…/folders`. */
export function registerKeptFolderRoutes(
  api: Api,
  services: Configuration & KnowledgeAccess & Jobs & Connections,
): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/knowledge-bases/{id}/folders',
      tags,
      summary: 'Folders that the knowledge base is kept in sync with, each with its last run',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(listOf(KeptFolderSchema), 'Folders'), ...problems },
    }),
    async (context) => {
      const base = await ownBase(services, principalOf(context), context.req.valid('param').id);
      const folders = await services.keptFolders.list(base.id);
      const rows = await Promise.all(folders.map((folder) => folderView(services, folder)));
      return context.json({ rows, cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/knowledge-bases/{id}/folders/{folderId}/sync',
      tags,
      summary: 'Bring the knowledge base up to date with the folder now. Administrators only',
      request: { params: KeptFolderParamSchema },
      responses: { 202: jsonAnswer(StartedJobSchema, 'The job has started'), ...problems },
    }),
    async (context) => {
      const { id, folderId } = context.req.valid('param');
      const base = await ownBase(services, administratorOf(context), id);
      const folder = (await services.keptFolders.list(base.id)).find((one) => one.id === folderId);
      if (!folder) throw new NotFound('This folder is not kept in sync.');
      const job = await syncKeptFolder(services, folder);
      return context.json({ jobId: job.id }, 202);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/knowledge-bases/{id}/folders/{folderId}',
      tags,
      summary: 'Stop keeping the folder in sync; its items stay',
      request: { params: KeptFolderParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { id, folderId } = context.req.valid('param');
      const base = await ownBase(services, principalOf(context), id);
      if (!(await services.keptFolders.remove(base.id, folderId)))
        throw new NotFound('This folder is not kept in sync.');
      return context.body(null, 204);
    },
  );
}

async function folderView(services: Jobs, folder: KeptFolder) {
  const { id, path, checkedAt, createdAt, jobId } = folder;
  const job = jobId === null ? null : await services.jobRunner.get(jobId);
  return { id, path, checkedAt, createdAt, job: job ? jobView(job) : null };
}
