import { createRoute, z } from '@hono/zod-openapi';
import type { Job } from '@ibid/store/internal';
import { IdParamSchema, JobQuerySchema, JobSchema, StartedJobSchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { withinQuotas } from '../budgets/within-quotas.js';
import { Conflict, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { eventStream } from '../http/event-stream.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import { SYSTEM_OWNER } from '../jobs/job-runner.js';
import { JOB_STATES, jobView } from '../jobs/job-view.js';
import type { Budgets, Configuration, Jobs } from '../services.js';
import type { Watcher } from '../turns/live-turn.js';

const POLL_MILLISECONDS = 500;
const LISTED = 50;

/** Background jobs: list, progress, cancel, and retry. */
export function registerJobRoutes(api: Api, services: Configuration & Budgets & Jobs): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/jobs',
      tags: ['Jobs'],
      summary: 'Your newest jobs, at most 50; for administrators also those of the system',
      request: { query: JobQuerySchema },
      responses: { 200: jsonAnswer(z.object({ rows: z.array(JobSchema) }), 'The jobs'), ...problems },
    }),
    async (context) => {
      const { state, knowledgeBaseId } = context.req.valid('query');
      const states = (Object.keys(JOB_STATES) as Job['state'][]).filter(
        (each) => !state || JOB_STATES[each] === state,
      );
      const jobs = await services.jobs.list({
        ownerIds: ownersSeenBy(principalOf(context)),
        states,
        ...(knowledgeBaseId ? { knowledgeBaseId } : {}),
        limit: LISTED,
      });
      return context.json({ rows: jobs.map(jobView) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/jobs/{id}/retry',
      tags: ['Jobs'],
      summary:
        'Repeat a job that failed, was interrupted or cancelled, or in which some files failed; nothing is done twice',
      request: { params: IdParamSchema },
      responses: { 202: jsonAnswer(StartedJobSchema, 'The job has started'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const job = await ownJob(services, principal, context.req.valid('param').id);
      const again = await withinQuotas(services, principal, { jobs: 1 }, () =>
        services.jobRunner.retry(job.id),
      );
      if (!again) throw new Conflict('Nothing in this job failed.', 'job_not_failed');
      return context.json({ jobId: again.id }, 202);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/jobs/{id}/cancel',
      tags: ['Jobs'],
      summary: 'Cancel a job that waits or runs; what it has added stays',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(JobSchema, 'The job, cancelled'), ...problems },
    }),
    async (context) => {
      const job = await ownJob(services, principalOf(context, 'write'), context.req.valid('param').id);
      const cancelled = await services.jobRunner.cancel(job.id);
      if (!cancelled) throw new Conflict('The job has already ended.', 'job_is_over');
      return context.json(jobView(cancelled), 200);
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

function ownersSeenBy({ user }: Principal): string[] {
  return user.role === 'administrator' ? [user.id, SYSTEM_OWNER] : [user.id];
}

async function ownJob(services: Jobs, principal: Principal, id: string) {
  const job = await services.jobRunner.get(id);
  if (!job || !ownersSeenBy(principal).includes(job.ownerId)) throw new NotFound('There is no such job.');
  return job;
}

function followJob(services: Jobs, id: string, watcher: Watcher): () => void {
  let left = false;
  const tell = async (): Promise<void> => {
    const job = await services.jobRunner.get(id);
    if (left || !job) return;
    const view = jobView(job);
    watcher.write(`event: job\ndata: ${JSON.stringify(view)}\n\n`);
    if (view.state === 'queued' || view.state === 'running') return;
    leave();
    watcher.end();
  };
  // Jobs of other processes are only in the database; polling covers both.
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
