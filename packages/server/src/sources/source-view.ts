import type { ConnectedSource } from '@ibid/store/internal';
import { jobView } from '../jobs/job-view.js';
import type { Configuration, Connections, Jobs } from '../services.js';
import { openSecrets } from './source-settings.js';

/** The rest is in the log. */
const MOST_FAILURES = 50;

/** A source as clients see it, without secrets. */
export async function sourceView(services: Configuration & Jobs & Connections, source: ConnectedSource) {
  const { id, knowledgeBaseId, kind, name, settings, everyMinutes, syncedAt, createdAt } = source;
  const found = source.jobId === null ? null : await services.jobRunner.get(source.jobId);
  const job = found && jobView(found);
  const isSyncing = job?.state === 'queued' || job?.state === 'running';
  const counts = await services.connectedItems.count(id);
  const problem = source.problem ?? nothingRead(counts);
  const access = source.access && {
    visibility: source.access.visibility,
    sharedWithUsers: [...source.access.sharedWithUsers],
    sharedWithGroups: [...source.access.sharedWithRoles],
  };
  return {
    id,
    knowledgeBaseId,
    kind,
    name,
    settings: settings as Record<string, unknown>,
    secretsGiven: Object.keys(openSecrets(services.secrets, source) ?? {}),
    everyMinutes,
    sharing: access,
    state: stateOf(source, problem, isSyncing),
    problem,
    asksToDelete: source.problemCode === 'doubtful',
    items: counts.items,
    failed: counts.failed,
    failures: counts.failed === 0 ? [] : await services.connectedItems.listFailed(id, MOST_FAILURES),
    syncedAt,
    nextAt: source.isPaused ? null : source.nextAt,
    // The log has the outcome of each item; the list of sources leaves it out.
    job: job && { ...job, outcomes: [] },
    createdAt,
  };
}

/** The source answers but nothing of it could be read, which counts as a problem. */
function nothingRead({ items, failed }: { items: number; failed: number }): string | null {
  if (items > 0 || failed === 0) return null;
  return failed === 1
    ? 'Its only document could not be read.'
    : `None of its ${failed} documents could be read.`;
}

function stateOf(
  source: ConnectedSource,
  problem: string | null,
  isSyncing: boolean,
): 'waiting' | 'syncing' | 'paused' | 'failing' {
  if (source.isPaused) return 'paused';
  if (isSyncing) return 'syncing';
  return problem === null ? 'waiting' : 'failing';
}
