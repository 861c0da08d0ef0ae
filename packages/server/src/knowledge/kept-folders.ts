import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Job, KeptFolder } from '@ibid/store/internal';
import { InvalidRequest } from '../errors/index.js';
import type { Configuration, Connections, Jobs, Observability } from '../services.js';
import { assertFolderAllowed, foldersNeverRead } from './folder-guard.js';
import { folderFingerprint } from './folder-fingerprint.js';
import { startFolderJob } from './ingest-jobs.js';

/** Stores a folder with its knowledge base and ingests it for the first time (KB-1). */
export async function keepFolder(
  services: Configuration & Jobs & Connections,
  options: { knowledgeBaseId: string; path: string; ownerId: string },
): Promise<Job> {
  const path = resolve(options.path);
  await assertFolderAllowed(services.options, path);
  if (!(await stat(path)).isDirectory())
    throw new InvalidRequest(`${path} is a file. Only a folder can be kept in sync.`, 'not_a_folder');
  return syncKeptFolder(services, await services.keptFolders.keep({ ...options, path }));
}

/** Runs a sync now, whether or not the folder has changed. */
export async function syncKeptFolder(
  services: Configuration & Jobs & Connections,
  folder: KeptFolder,
): Promise<Job> {
  await assertFolderAllowed(services.options, folder.path);
  // Taken before the run: changes during it show up at the next check.
  const fingerprint = await folderFingerprint(folder.path, await foldersNeverRead(services.options));
  const { knowledgeBaseId, path, ownerId } = folder;
  const job = await startFolderJob(services, { user: { id: ownerId } }, { knowledgeBaseId, path });
  await services.keptFolders.setRun(folder.id, { jobId: job.id, fingerprint });
  return job;
}

/**
 * Checks every kept folder that no process has checked for a while, and syncs those that changed or whose last run
 * failed.
 */
export async function syncChangedFolders(
  services: Configuration & Observability & Jobs & Connections,
  quietMilliseconds: number,
): Promise<number> {
  const since = new Date(Date.now() - quietMilliseconds).toISOString();
  let started = 0;
  for (const folder of await services.keptFolders.uncheckedSince(since)) {
    if (!(await services.keptFolders.claim(folder))) continue;
    const last = folder.jobId === null ? null : await services.jobRunner.get(folder.jobId);
    if (last?.state === 'queued' || last?.state === 'running') continue;
    const fingerprint = await folderFingerprint(folder.path, await foldersNeverRead(services.options));
    const isSame = fingerprint !== null && fingerprint === folder.fingerprint;
    if (isSame && last?.state !== 'interrupted') continue;
    try {
      await syncKeptFolder(services, folder);
      started += 1;
    } catch (error) {
      services.log.warn({ reason: (error as Error).message }, 'a folder kept in sync could not be checked');
    }
  }
  return started;
}
