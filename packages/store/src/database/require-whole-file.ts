import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseDamaged } from './database-errors.js';

const HEADER_BYTES = 100;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 'SQLite format 3\0';

/**
 * SQLite treats an empty file as a new database, and notices a truncated file only when it reaches the end. This check
 * detects both before anything is written: a failed copy or a full disk must not look like a fresh start. A fault must
 * show up twice, because other processes may be creating, growing or shrinking the file meanwhile. Throws
 * `DatabaseDamaged`.
 */
export async function requireWholeFile(folder: string, path: string): Promise<void> {
  const fault = await faultOf(folder, path);
  if (fault !== null && fault === (await faultOf(folder, path))) throw new DatabaseDamaged(path, fault);
}

async function faultOf(folder: string, path: string): Promise<string | null> {
  // Before reading the file: a process that has just created it writes there first and leaves traces next to it
  // afterwards.
  const isInUse = await hasData(folder);
  const header = await firstBytes(path);
  if (header === null) return null;
  if (header.length === 0) return isInUse ? 'is empty, though the data folder has data' : null;
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    return 'is no database';
  const written = header.readUInt16BE(16);
  const pageBytes = written === 1 ? 65_536 : written;
  // Another program may have written last, without maintaining this number.
  const isKept = header.readUInt32BE(24) === header.readUInt32BE(92);
  const pages = isKept ? header.readUInt32BE(28) : 1;
  const size = (await sizeOf(path)) ?? pages * pageBytes;
  if (size >= pages * pageBytes) return null;
  // A checkpoint copies pages in order, and the first page holds the total. After a crash the remaining pages are still
  // in the log.
  const logged = await pagesInLog(`${path}-wal`, pageBytes);
  for (let page = Math.floor(size / pageBytes) + 1; page <= pages; page += 1)
    if (!logged.has(page)) return `was cut short: ${size} bytes of ${pages * pageBytes} are there`;
  return null;
}

/** The page numbers in the log since its last reset. */
async function pagesInLog(path: string, pageBytes: number): Promise<Set<number>> {
  const pages = new Set<number>();
  if (!(await sizeOf(path))) return pages;
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(LOG_HEADER_BYTES);
    await file.read(start, 0, LOG_HEADER_BYTES, 0);
    const salts = start.subarray(16, 24);
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    for (let at = LOG_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageBytes) {
      const { bytesRead } = await file.read(frame, 0, FRAME_HEADER_BYTES, at);
      if (bytesRead < FRAME_HEADER_BYTES || !frame.subarray(8, 16).equals(salts)) return pages;
      pages.add(frame.readUInt32BE(0));
    }
  } finally {
    await file.close();
  }
}

/** Whether the folder contains files that only a database in use leaves behind. */
async function hasData(folder: string): Promise<boolean> {
  if (((await sizeOf(join(folder, 'ibid.db-wal'))) ?? 0) > 0) return true;
  for (const name of ['blobs', 'workspaces'])
    if ((await readdir(join(folder, name)).catch(() => [])).some((entry) => entry !== 'incoming'))
      return true;
  return false;
}

/** Null if there is no file. */
async function firstBytes(path: string): Promise<Buffer | null> {
  if ((await sizeOf(path)) === null) return null;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
