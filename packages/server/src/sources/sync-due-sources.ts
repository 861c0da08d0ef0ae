import type { Services } from '../services.js';
import { startSourceJob } from './source-job.js';

/** Should the process end right after, another one tries then. */
const LEASE_MILLISECONDS = 5 * 60_000;

/** Starts the sources whose time has come, each by one process only (KB-10). */
export async function syncDueSources(services: Services): Promise<number> {
  let started = 0;
  for (const source of await services.connectedSources.due(new Date().toISOString())) {
    const until = new Date(Date.now() + LEASE_MILLISECONDS).toISOString();
    if (!(await services.connectedSources.putOff(source, until))) continue;
    const last = source.jobId === null ? null : await services.jobRunner.get(source.jobId);
    if (last?.state === 'queued' || last?.state === 'running') continue;
    await startSourceJob(services, source);
    started += 1;
  }
  return started;
}
