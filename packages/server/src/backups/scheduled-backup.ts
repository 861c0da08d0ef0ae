import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeBackupInBackground } from '@ibid/store/internal';
import type { z } from 'zod';
import type { LastBackupSchema } from '../api/schemas/index.js';
import type { Auditing, Configuration, Observability, Services } from '../services.js';
import { INSTALLATION_SCOPE, readSystemSettings } from '../settings/system-settings.js';

const HOUR_MILLISECONDS = 60 * 60_000;
/** Retry after a failure, sooner than the next regular backup. */
const AGAIN_MILLISECONDS = HOUR_MILLISECONDS;
const LAST = 'lastBackup';
const NAME = /^ibid-\d{4}-\d\d-\d\dT\d{6}Z\.(?:tar\.gz|ibid)$/u;

type LastBackup = z.infer<typeof LastBackupSchema>;

/** `IBID_BACKUP_FOLDER`, or a folder in the data folder that backups leave out. */
export function backupFolder({ options }: Pick<Services, 'options'>): string {
  const given = options.environment['IBID_BACKUP_FOLDER'];
  return given ? resolve(given) : join(resolve(options.dataFolder), 'backups');
}

export async function lastBackup({ settings }: Pick<Services, 'settings'>): Promise<LastBackup | null> {
  return ((await settings.get(INSTALLATION_SCOPE, LAST)) ?? null) as LastBackup | null;
}

/** ORG-4: makes a backup if the schedule says so. Only one of several servers does it. */
export async function backUpWhenDue(
  services: Configuration & Observability & Auditing,
  now = new Date(),
): Promise<void> {
  const { backups } = await readSystemSettings(services.settings);
  if (backups.everyHours === null) return;
  const last = await lastBackup(services);
  const since = last ? now.getTime() - Date.parse(last.at) : Number.POSITIVE_INFINITY;
  const wait = last?.problem ? AGAIN_MILLISECONDS : backups.everyHours * HOUR_MILLISECONDS;
  if (since < Math.min(wait, backups.everyHours * HOUR_MILLISECONDS)) return;
  const begun: LastBackup = {
    at: now.toISOString(),
    file: null,
    bytes: null,
    problem: 'It was not finished.',
  };
  // The second server finds it changed.
  if (!(await services.settings.replace(INSTALLATION_SCOPE, LAST, last, begun))) return;
  await makeBackup(services, now);
}

/** Makes a backup now and deletes those beyond the configured number. */
export async function makeBackup(
  services: Configuration & Observability & Auditing,
  now = new Date(),
): Promise<LastBackup> {
  const { backups } = await readSystemSettings(services.settings);
  const folder = backupFolder(services);
  const passphrase = services.options.environment['IBID_BACKUP_PASSPHRASE'] || undefined;
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/u, 'Z')
    .replaceAll(':', '');
  const file = `ibid-${stamp}.${passphrase ? 'ibid' : 'tar.gz'}`;
  const { dataFolder, databaseUrl } = services.options;
  let done: LastBackup;
  try {
    const { bytes } = await writeBackupInBackground({
      dataFolder,
      ...(databaseUrl === null ? {} : { databaseUrl }),
      path: join(folder, file),
      passphrase,
    });
    done = { at: now.toISOString(), file, bytes, problem: null };
    await removeOld(folder, backups.keep);
  } catch (error) {
    services.log.error({ err: error }, 'a backup could not be made');
    done = { at: now.toISOString(), file: null, bytes: null, problem: (error as Error).message };
  }
  await services.settings.set(INSTALLATION_SCOPE, LAST, done);
  await services.audit.append({
    actor: null,
    via: 'system',
    address: null,
    action: 'backup.make',
    target: null,
    outcome: done.problem === null ? 'done' : 'failed',
    details: { bytes: done.bytes },
  });
  return done;
}

/** Only deletes files with our own naming; anything else in the folder is not ours. */
async function removeOld(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder))
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
  for (const name of names.slice(keep)) await rm(join(folder, name), { force: true });
  // Left by a server that was killed during a backup.
  for (const name of (await readdir(folder)).filter((one) => one.startsWith('.ibid-backup-')))
    await rm(join(folder, name), { recursive: true, force: true });
}
