import type { ConnectedSource } from '@ibid/store/internal';
import { jobView } from '../jobs/job-view.js';
import type { Services } from '../services.js';
import { openSecrets } from './source-settings.js';

/** A source as clients see it: never what is secret. */
export async function sourceView(services: Services, source: ConnectedSource) {
  const { id, knowledgeBaseId, kind, name, settings, everyMinutes, problem, syncedAt, createdAt } = source;
  const found = source.jobId === null ? null : await services.jobRunner.get(source.jobId);
  const job = found && jobView(found);
  const isSyncing = job?.state === 'queued' || job?.state === 'running';
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
    state: stateOf(source, isSyncing),
    problem,
    items: await services.connectedItems.count(id),
    syncedAt,
    nextAt: source.isPaused ? null : source.nextAt,
    // What became of each item is in the log; a long list of them is no part of a list of sources.
    job: job && { ...job, outcomes: [] },
    createdAt,
  };
}

function stateOf(source: ConnectedSource, isSyncing: boolean): 'waiting' | 'syncing' | 'paused' | 'failing' {
  if (source.isPaused) return 'paused';
  if (isSyncing) return 'syncing';
  return source.problem === null ? 'waiting' : 'failing';
}
