import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openDatabase } from '../database/open-database.js';
import { moveDatabase } from '../move/move-database.js';
import { BackupRefused } from './backup-refused.js';
import type { BackupHeader } from './backup-contents.js';
import { readBackup } from './read-backup.js';
import { countEachTable } from './count-each-table.js';
import type { DataPlace } from './snapshot-database.js';

/**
 * Restores a backup into an empty place: a data folder that is missing or empty, and an empty PostgreSQL database if
 * one is to hold the data. Everything is unpacked next to it and checked first; a failure leaves nothing behind.
 */
export async function restoreBackup(
  options: DataPlace & {
    path: string;
    passphrase?: string | undefined;
    onRead?: (bytes: number) => void;
  },
): Promise<{ files: number; rows: number; header: BackupHeader }> {
  const target = resolve(options.dataFolder);
  await requireEmpty(target);
  await mkdir(dirname(target), { recursive: true });
  const staging = await mkdtemp(join(dirname(target), '.ibid-restore-'));
  try {
    const { header, contents } = await readBackup({
      ...options,
      onFile: async ({ path, content }) => {
        const full = join(staging, path);
        await mkdir(dirname(full), { recursive: true, mode: 0o700 });
        const file = await open(full, 'wx', 0o600);
        try {
          for await (const part of content) await file.write(part);
          await file.sync();
        } finally {
          await file.close();
        }
      },
    });
    const rows = await takeDatabase(staging, options.databaseUrl);
    await rmdir(target).catch(() => {});
    await rename(staging, target);
    return { files: contents.files.length, rows, header };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Migrates the database to this version, copies it to PostgreSQL if that holds the data, and counts its rows. */
async function takeDatabase(staging: string, url: string | undefined): Promise<number> {
  const from = await openDatabase({ folder: staging });
  try {
    const there = await countEachTable(from);
    if (!url) return sumOf(there);
    const to = await openDatabase({ url });
    try {
      await moveDatabase({ from, to });
      const arrived = await countEachTable(to);
      for (const [table, rows] of Object.entries(there))
        if (arrived[table] !== undefined && arrived[table] !== rows)
          throw new BackupRefused(
            `Of ${rows} rows of "${table}" ${arrived[table]} arrived in PostgreSQL. Restore into a new, empty database.`,
          );
      return sumOf(arrived);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
    if (url)
      for (const name of await readdir(staging))
        if (name.startsWith('ibid.db')) await rm(join(staging, name), { force: true });
  }
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function requireEmpty(folder: string): Promise<void> {
  const [first] = await readdir(folder).catch(() => []);
  if (first !== undefined)
    throw new BackupRefused(
      `${folder} is not empty ("${first}" is there). Restore into a new folder, or move this one away first.`,
    );
}
