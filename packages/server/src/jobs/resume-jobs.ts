import { claimInterruptedJobs } from '@ibid/store/internal';
import type { Jobs, Observability, Processes, Storage } from '../services.js';

/** KB-1: resumes ingests interrupted by a crash or shutdown; what they had added is not repeated. */
export async function resumeJobs(services: Storage & Processes & Jobs & Observability): Promise<number> {
  const runner = services.jobRunner;
  if (!runner.resume) return 0;
  const claimed = await claimInterruptedJobs(services.database.db, services.serverId);
  for (const id of claimed) {
    const job = await services.jobs.get(id);
    if (job) runner.resume(job);
  }
  if (claimed.length > 0) services.log.info({ jobs: claimed.length }, 'interrupted jobs continue');
  return claimed.length;
}
