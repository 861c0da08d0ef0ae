import { backUpWhenDue } from './backups/scheduled-backup.js';
import { dropUncitedRevisions } from '@ibid/store/internal';
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
/** A provider that did not answer is asked again. */
const EMBED_AGAIN_MILLISECONDS = 15 * 60_000;
const BACKUP_LOOK_MILLISECONDS = 60_000;
const CLEAN_UP_MILLISECONDS = 60 * 60_000;
const PACKETS_KEPT_MILLISECONDS = 24 * 60 * 60_000;
/** Longer than it takes from the last byte of an upload to the job that needs it. */
const BLOBS_KEPT_MILLISECONDS = 60 * 60_000;
/** Of an upload that nothing came of; nobody waits so long for the next piece. */
const UPLOADS_KEPT_MILLISECONDS = 60 * 60_000;
/** Pages of a scan that was stopped half-way: who continues with it does so before. */
const SCANS_KEPT_MILLISECONDS = 30 * 24 * 60 * 60_000;
/** As long as OpenAI keeps them. */
const RESPONSES_KEPT_MILLISECONDS = 30 * 24 * 60 * 60_000;
const IDEMPOTENCY_KEPT_MILLISECONDS = 7 * 24 * 60 * 60_000;

/** Repeats work, never two at a time. */
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

/** KB-1: keeps knowledge bases in sync with their folders, from the start on. Returns the way to end it. */
export function startFolderWatch(services: Configuration & Observability & Jobs & Connections): () => void {
  const look = (quiet: number) => syncChangedFolders(services, quiet);
  look(0).catch((error: unknown) =>
    services.log.warn({ err: error }, 'folders kept in sync could not be checked'),
  );
  const timer = repeater(services)(FOLDER_LOOK_MILLISECONDS, () => look(FOLDER_LOOK_MILLISECONDS / 2));
  return () => clearInterval(timer);
}

/** KB-10: keeps knowledge bases in sync with their sources. Returns the way to end it. */
export function startSourceWatch(services: Configuration & Observability & Jobs & Connections): () => void {
  const timer = repeater(services)(SOURCE_LOOK_MILLISECONDS, () => syncDueSources(services));
  return () => clearInterval(timer);
}

/**
 * Computes vectors for text that has none of the embedder in use: added while there was none, or with another one. What
 * is done is kept, so it continues where it was after a restart. Returns the way to end it.
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

/** ORG-3: bytes of what was deleted. Originals, conversations that used it, what search keeps, and the log of the database. */
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
  const purged = await purgeDeletedSources(services);
  const forgotten = await services.knowledge.forgetRemoved();
  // After the files that were made from what was deleted.
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
 * Where no other process has the folder open, no upload of theirs can be on its way to its job, and originals of before
 * the start can go at once. Servers of a shared database may come at any moment.
 */
const unusedBefore = (services: Storage, openedAt: number): number | undefined =>
  services.database.dialect === 'sqlite' ? openedAt : undefined;

/** From the start of a server that stays open, and then every hour. */
export function forgetDeletedAtStart(
  services: Erasing & Answering & Research & Processes,
  openedAt: number,
): void {
  const forget = async () =>
    forgetDeleted(services, (await isAlone(services)) ? unusedBefore(services, openedAt) : undefined);
  forget().catch((error: unknown) => services.log.warn({ err: error }, 'deleted data is still on the disk'));
}

/**
 * After a command that deleted something, or whose job took the place of older text or followed a folder: the next
 * server may never start. One that runs does it itself.
 */
export async function forgetDeletedAtEnd(
  services: Erasing & Answering & Research & Processes,
  { openedAt, hasDeleted }: { openedAt: number; hasDeleted: boolean },
): Promise<void> {
  if (!hasDeleted && !(await services.knowledge.hasRemoved())) return;
  if (await isAlone(services)) await forgetDeleted(services, unusedBefore(services, openedAt));
}

/** The first search after a start need not wait for what ranking keeps in memory. Returns the end of it. */
export function warmSearch(services: Configuration & Observability & KnowledgeAccess): Promise<void> {
  if (services.options.role === 'worker') return Promise.resolve();
  return services.knowledge
    .warm()
    .catch((error: unknown) => services.log.warn({ err: error }, 'search could not be prepared'));
}

/** What is left of uploads whose process ended: one that is still written to belongs to somebody. */
export function clearUploads(services: Pick<Services, 'blobs'>): Promise<number> {
  return services.blobs.clearIncoming(Date.now() - UPLOADS_KEPT_MILLISECONDS);
}

/** What a running process does by itself. Returns the way to end it. */
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

/** ORG-2: the audit log has a time of its own. */
async function trimAudit(services: Configuration & Auditing): Promise<void> {
  const { auditDays } = await readSystemSettings(services.settings);
  if (auditDays !== null) await services.audit.trim(before(auditDays * 24 * 60 * 60_000));
}

function before(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}

/** Should the process end right after, another one tries then. */
const LEASE_MILLISECONDS = 5 * 60_000;

/** Starts the sources whose time has come, each by one process only (KB-10). */
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
