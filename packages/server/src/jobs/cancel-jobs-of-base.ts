import type { Services } from '../services.js';

/** Deleting a knowledge base also cancels all jobs that fill it, whoever owns them. */
export async function cancelJobsOfBase(
  services: Pick<Services, 'jobs' | 'jobRunner'>,
  knowledgeBaseId: string,
): Promise<void> {
  for (const id of await services.jobs.unfinishedOfBase(knowledgeBaseId)) await services.jobRunner.cancel(id);
}
