import { backUpWhenDue } from './backups/scheduled-backup.js';
import { DynamicToolRepository, dropUncitedRevisions } from '@ibid/store/internal';
import type {
  Accounts,
  Answering,
  Auditing,
  Configuration,
  Connections,
  Erasing,
  Jobs,
  KnowledgeAccess,
  Models,
  Observability,
  Processes,
  Research,
  Services,
  Storage,
} from './services.js';
import { purgeDeletedSources } from './sharing/purge-deleted-sources.js';
import { dropUnusedBlobs } from './files/drop-unused-blobs.js';
import { startEmbeddingJob } from './knowledge/embedding-job.js';
import { syncChangedFolders } from './knowledge/kept-folders.js';
import { resumeJobs } from './jobs/resume-jobs.js';
import { runRetention } from './retention/retention.js';
import { readSystemSettings } from './settings/system-settings.js';
import { recoverTurns } from './turns/recover-turns.js';
import { startSourceJob } from './sources/source-job.js';

const STOP_POLL_MILLISECONDS = 100;
const HEARTBEAT_MILLISECONDS = 10_000;
const FOLDER_LOOK_MILLISECONDS = 60_000;
const SOURCE_LOOK_MILLISECONDS = 20_000;
/** Retry interval after a provider did not answer. */
const EMBED_AGAIN_MILLISECONDS = 15 * 60_000;
const BACKUP_LOOK_MILLISECONDS = 60_000;
const CLEAN_UP_MILLISECONDS = 60 * 60_000;
const PACKETS_KEPT_MILLISECONDS = 24 * 60 * 60_000;
/** Longer than the time from the last byte of an upload to its job. */
const BLOBS_KEPT_MILLISECONDS = 60 * 60_000;
/** For abandoned uploads; nobody waits this long for the next piece. */
const UPLOADS_KEPT_MILLISECONDS = 60 * 60_000;
/** For pages of a scan that was stopped halfway; anyone who continues does so before that. */
const SCANS_KEPT_MILLISECONDS = 30 * 24 * 60 * 60_000;
/** As long as OpenAI keeps them. */
const RESPONSES_KEPT_MILLISECONDS = 30 * 24 * 60 * 60_000;
const IDEMPOTENCY_KEPT_MILLISECONDS = 7 * 24 * 60 * 60_000;

/** Repeats work, never twice at the same time. */
function repeater(services: Observability) {
  return (milliseconds: number, work: () => Promise<unknown>): NodeJS.Timeout => {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      work()
        .catch((error: unknown) => services.log.warn({ err: error }, 'maintenance failed'))
        .finally(() => {
          busy = false;
        });
    }, milliseconds);
    return timer.unref();
  };
}

/** KB-1: keeps knowledge bases in sync with their folders. Returns a function that stops it. */
export function startFolderWatch(services: Configuration & Observability & Jobs & Connections): () => void {
  const look = (quiet: number) => syncChangedFolders(services, quiet);
  look(0).catch((error: unknown) =>
    services.log.warn({ err: error }, 'folders kept in sync could not be checked'),
  );
  const timer = repeater(services)(FOLDER_LOOK_MILLISECONDS, () => look(FOLDER_LOOK_MILLISECONDS / 2));
  return () => clearInterval(timer);
}

/** KB-10: keeps knowledge bases in sync with their sources. Returns a function that stops it. */
export function startSourceWatch(services: Configuration & Observability & Jobs & Connections): () => void {
  const timer = repeater(services)(SOURCE_LOOK_MILLISECONDS, () => syncDueSources(services));
  return () => clearInterval(timer);
}

/**
 * Computes missing vectors for the current embedder, for text added without one or with another. Results are stored, so
 * it continues after a restart. Returns a function that stops it.
 */
export function startEmbedding(
  services: Configuration & Observability & KnowledgeAccess & Models & Jobs,
): () => Promise<void> {
  const abort = new AbortController();
  const run = async (): Promise<void> => {
    const { chunks, embedded, embedderId } = await services.knowledge.status();
    if (embedderId === null || embedded >= chunks || abort.signal.aborted) return;
    services.log.info({ embedderId, missing: chunks - embedded }, 'embedding text without vectors');
    if (services.jobRunner.isShared) return startEmbeddingJob(services);
    await services.knowledge.embedMissing({ signal: abort.signal });
    services.log.info({ embedderId }, 'all text has vectors');
  };
  if (services.options.role === 'api') return () => Promise.resolve();
  let running = Promise.resolve();
  const begin = (): Promise<void> => {
    running = running.then(run).catch((error: unknown) => {
      if (!abort.signal.aborted) services.log.warn({ err: error }, 'not all text has vectors yet');
    });
    return running;
  };
  void begin();
  const unheard = services.searchModels.onEmbedder(() => void begin());
  const timer = repeater(services)(EMBED_AGAIN_MILLISECONDS, begin);
  return () => {
    abort.abort();
    clearInterval(timer);
    unheard();
    return running;
  };
}

/**
 * ORG-3: erases the bytes of deleted data: originals, conversations that used it, search indexes and the database log.
 */
async function forgetDeleted(
  services: Erasing & Answering & Research,
  putBefore = Date.now() - BLOBS_KEPT_MILLISECONDS,
): Promise<void> {
  if (services.options.role === 'api') {
    await dropUnusedBlobs(services, putBefore);
    return;
  }
  await dropUncitedRevisions(services.database.db);
  const begunBefore = new Date(Date.now() - SCANS_KEPT_MILLISECONDS).toISOString();
  await services.knowledge.writer.ocrPages.dropUnused(begunBefore);
  await new DynamicToolRepository({ db: services.database.db }).removeExpired(new Date().toISOString());
  const purged = await purgeDeletedSources(services);
  const forgotten = await services.knowledge.forgetRemoved();
  // After the files made from deleted data.
  const dropped = await dropUnusedBlobs(services, putBefore);
  if (dropped + purged > 0 || forgotten)
    services.log.info(
      { originals: dropped, conversations: purged },
      'deleted data was removed from the disk',
    );
}

/** Whether no other process has the database open. */
async function isAlone(services: Processes): Promise<boolean> {
  return (await services.servers.living()).every((id) => id === services.serverId);
}

/**
 * If no other process has the folder open, none can have an upload on its way to a job, so originals from before the
 * start can be deleted at once. With a shared database, another server may start at any moment.
 */
const unusedBefore = (services: Storage, openedAt: number): number | undefined =>
  services.database.dialect === 'sqlite' ? openedAt : undefined;

/** At the start of a long-running server, and then every hour. */
export function forgetDeletedAtStart(
  services: Erasing & Answering & Research & Processes,
  openedAt: number,
): void {
  const forget = async () =>
    forgetDeleted(services, (await isAlone(services)) ? unusedBefore(services, openedAt) : undefined);
  forget().catch((error: unknown) => services.log.warn({ err: error }, 'deleted data is still on the disk'));
}

/**
 * After a command that deleted something, replaced text or synced a folder, because a server may never be started
 * again. A running server does this itself.
 */
export async function forgetDeletedAtEnd(
  services: Erasing & Answering & Research & Processes,
  { openedAt, hasDeleted }: { openedAt: number; hasDeleted: boolean },
): Promise<void> {
  if (!hasDeleted && !(await services.knowledge.hasRemoved())) return;
  if (await isAlone(services)) await forgetDeleted(services, unusedBefore(services, openedAt));
}

/** Preloads the ranking data, so the first search after a start need not wait. Resolves when done. */
export function warmSearch(services: Configuration & Observability & KnowledgeAccess): Promise<void> {
  if (services.options.role === 'worker') return Promise.resolve();
  return services.knowledge
    .warm()
    .catch((error: unknown) => services.log.warn({ err: error }, 'search could not be prepared'));
}

/** Removes leftovers of uploads whose process ended. One that is still being written belongs to a running upload. */
export function clearUploads(services: Pick<Services, 'blobs'>): Promise<number> {
  return services.blobs.clearIncoming(Date.now() - UPLOADS_KEPT_MILLISECONDS);
}

/** Background tasks of a running process. Returns a function that stops them. */
export function startMaintenance(
  services: Erasing & Auditing & Accounts & Answering & Models & Research & Jobs & Connections & Processes,
): () => void {
  const every = repeater(services);
  const timers = [
    // FLOW-7: another process may have been asked to stop a turn that runs here.
    every(STOP_POLL_MILLISECONDS, async () => {
      if (services.liveTurns.size === 0) return;
      for (const turnId of await services.turns.stopRequests(services.serverId))
        services.liveTurns.stop(turnId);
    }),
    every(HEARTBEAT_MILLISECONDS, async () => {
      await services.servers.heartbeat(services.serverId);
      await recoverTurns(services);
      if (services.staysOpen) await resumeJobs(services);
      await services.searchModels.look();
    }),
    every(BACKUP_LOOK_MILLISECONDS, async () => {
      if (services.staysOpen && services.options.role !== 'api') await backUpWhenDue(services);
    }),
    every(CLEAN_UP_MILLISECONDS, async () => {
      await services.packets.deleteFinishedBefore(before(PACKETS_KEPT_MILLISECONDS));
      await services.idempotency.deleteBefore(before(IDEMPOTENCY_KEPT_MILLISECONDS));
      await services.responses.deleteBefore(before(RESPONSES_KEPT_MILLISECONDS));
      await services.sessions.deleteExpired();
      await services.links.deleteExpired();
      await trimAudit(services);
      if (services.options.role !== 'api') await runRetention(services);
      await forgetDeleted(services);
      await clearUploads(services);
      if (services.staysOpen && services.options.role !== 'api') {
        const tidied = await services.knowledge.tidy();
        if (tidied) services.log.info(tidied, 'the search tables were tidied');
      }
    }),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

/** ORG-2: the audit log has its own retention. */
async function trimAudit(services: Configuration & Auditing): Promise<void> {
  const { auditDays } = await readSystemSettings(services.settings);
  if (auditDays !== null) await services.audit.trim(before(auditDays * 24 * 60 * 60_000));
}

function before(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}

/** If the process dies right after, another one tries then. */
const LEASE_MILLISECONDS = 5 * 60_000;

/** Starts the sources that are due, each in one process only (KB-10). */
async function syncDueSources(services: Configuration & Jobs & Connections): Promise<number> {
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
