import type { Services } from '../services.js';

/** A knowledge base that goes takes the work that fills it along, whosever it is. */
export async function cancelJobsOfBase(
  services: Pick<Services, 'jobs' | 'jobRunner'>,
  knowledgeBaseId: string,
): Promise<void> {
  for (const id of await services.jobs.unfinishedOfBase(knowledgeBaseId)) await services.jobRunner.cancel(id);
}
