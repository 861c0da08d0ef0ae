import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import { processExists } from '@ibid/store/internal';

const FILE = 'server.lock';
const SIGN_OF_LIFE_MILLISECONDS = 2_000;
/** A living server signs within this time, even a busy one. */
const PATIENCE_MILLISECONDS = 7_000;
const LOOK_MILLISECONDS = 200;
const MOST_ATTEMPTS = 5;

interface Holder {
  processId: number;
  host: string;
  since: string;
}

/** Another server runs on the same data folder. */
class FolderInUse extends IbidError {
  readonly code = 'folder_in_use';

  constructor(folder: string, { processId, since }: Holder) {
    super(
      `Another Ibid server (process ${processId}, since ${since}) runs on the data folder ${folder}. ` +
        'Stop it first, or choose another folder with --data. Several servers need PostgreSQL. ' +
        'Commands such as "ibid ask" may use the folder while a server runs.',
    );
  }
}

/** In containers all processes may have the same id: only these folders are locked by this one. */
const lockedHere = new Set<string>();

/**
 * Lets only one server listen on a folder: limits, rankings and live turns are in the memory of each. A server that was
 * killed leaves its lock behind, which the next one takes over. Returns a function that unlocks.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(resolve(folder), FILE);
  for (let attempt = 1; !(await created(path)); attempt += 1) {
    const holder = await holderOf(path);
    if (holder && (attempt > MOST_ATTEMPTS || (await isAlive(path, holder))))
      throw new FolderInUse(folder, holder);
    await rm(path, { force: true });
  }
  lockedHere.add(path);
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, SIGN_OF_LIFE_MILLISECONDS).unref();
  return async () => {
    clearInterval(timer);
    lockedHere.delete(path);
    await rm(path, { force: true });
  };
}

/** False if there is such a file already. */
async function created(path: string): Promise<boolean> {
  const holder: Holder = { processId: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify(holder));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Null if it was removed meanwhile, or was never written to its end. */
async function holderOf(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/**
 * Whether the server that wrote the lock runs. Its process id alone does not tell: it may have been given to another
 * program since, and those of other machines and containers cannot be looked up. So its next sign of life is awaited.
 */
async function isAlive(path: string, { host, processId }: Holder): Promise<boolean> {
  if (lockedHere.has(path)) return true;
  if (host === hostname() && (processId === process.pid || !processExists(processId))) return false;
  const before = await signedAt(path);
  for (let waited = 0; waited < PATIENCE_MILLISECONDS; waited += LOOK_MILLISECONDS) {
    await wait(LOOK_MILLISECONDS);
    if ((await signedAt(path)) !== before) return true;
  }
  return false;
}

async function signedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? 0;
}
