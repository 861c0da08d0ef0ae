import { createRoute, z } from '@hono/zod-openapi';
import { FolderSchema, IdParamSchema, JobSchema, StartedJobSchema } from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { InvalidRequest, NotFound } from '../errors/index.js';
import { receiveUploads } from '../files/receive-uploads.js';
import type { Api } from '../http/app-env.js';
import { eventStream } from '../http/event-stream.js';
import { jsonAnswer, jsonBody, problems } from '../http/route-parts.js';
import { jobView } from '../jobs/job-view.js';
import { startFolderJob, startUploadJob } from '../knowledge/ingest-jobs.js';
import { keepFolder } from '../knowledge/kept-folders.js';
import type { Services } from '../services.js';
import type { Watcher } from '../turns/live-turn.js';
import { uploadBody } from './files.js';
import { ownBase } from './knowledge-bases.js';

const POLL_MILLISECONDS = 500;

export function registerIngestRoutes(api: Api, services: Services): void {
  api.openAPIRegistry.registerPath({
    method: 'post',
    path: '/api/knowledge-bases/{id}/uploads',
    tags: ['Knowledge bases'],
    summary: 'Upload documents into a knowledge base',
    request: { params: IdParamSchema, body: uploadBody },
    responses: { 202: jsonAnswer(StartedJobSchema, 'The job runs'), ...problems },
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
    const job = await startUploadJob(services, principal, { knowledgeBaseId: base.id, files });
    return context.json({ jobId: job.id }, 202);
  });

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/knowledge-bases/{id}/folders',
      tags: ['Knowledge bases'],
      summary:
        "Take in a folder of the server's own machine, once or kept in step with it. Administrators only",
      request: { params: IdParamSchema, body: jsonBody(FolderSchema) },
      responses: { 202: jsonAnswer(StartedJobSchema, 'The job runs'), ...problems },
    }),
    async (context) => {
      const principal = administratorOf(context);
      const base = await ownBase(services, principal, context.req.valid('param').id);
      const { path, keep } = context.req.valid('json');
      if (path.includes('\0')) throw new InvalidRequest();
      const job = keep
        ? await keepFolder(services, { knowledgeBaseId: base.id, path, ownerId: principal.user.id })
        : await startFolderJob(services, principal, { knowledgeBaseId: base.id, path });
      return context.json({ jobId: job.id }, 202);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/jobs/{id}',
      tags: ['Jobs'],
      summary: 'State and progress of a job',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(JobSchema, 'The job'), ...problems },
    }),
    async (context) => {
      const job = await ownJob(services, principalOf(context), context.req.valid('param').id);
      return context.json(jobView(job), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/jobs/{id}/events',
      tags: ['Jobs'],
      summary: 'Progress of a job as server-sent events, until it is over',
      request: { params: IdParamSchema },
      responses: {
        200: {
          description: 'Events named `job`; `data` is the whole job',
          content: { 'text/event-stream': { schema: z.string() } },
        },
        ...problems,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id } = context.req.valid('param');
      await ownJob(services, principal, id);
      return eventStream(context, (watcher) => followJob(services, id, watcher));
    },
  );
}

async function ownJob(services: Services, principal: Principal, id: string) {
  const job = await services.jobRunner.get(id);
  if (!job || job.ownerId !== principal.user.id) throw new NotFound('There is no such job.');
  return job;
}

function followJob(services: Services, id: string, watcher: Watcher): () => void {
  let left = false;
  const tell = async (): Promise<void> => {
    const job = await services.jobRunner.get(id);
    if (left || !job) return;
    const view = jobView(job);
    watcher.write(`event: job\ndata: ${JSON.stringify(view)}\n\n`);
    if (view.state !== 'done' && view.state !== 'failed') return;
    leave();
    watcher.end();
  };
  // Jobs of other processes are only in the database; looking there from time to time serves both.
  const timer = setInterval(() => void tell(), POLL_MILLISECONDS);
  const unwatch = services.jobRunner.watch(id, () => void tell());
  const leave = (): void => {
    left = true;
    clearInterval(timer);
    unwatch?.();
  };
  void tell();
  return leave;
}
