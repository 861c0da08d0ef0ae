import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseDamaged } from './database-damaged.js';

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/**
 * SQLite takes an empty file for a new database and begins one, and finds out that a file was cut short when it gets to
 * the end of it. Both are told here, before anything is written: a failed copy or a full disk must not look like a fresh
 * start. Throws `DatabaseDamaged`.
 */
export async function requireWholeFile(folder: string, path: string): Promise<void> {
  const size = await sizeOf(path);
  if (size === null) return;
  if (size === 0) {
    if (await hasData(folder)) throw new DatabaseDamaged(path, 'is empty, though the data folder has data');
    return;
  }
  const header = await firstBytes(path);
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new DatabaseDamaged(path, 'is no database');
  const written = header.readUInt16BE(16);
  const pageBytes = written === 1 ? 65_536 : written;
  // Another program may have written last; then this number is not kept.
  const isKept = header.readUInt32BE(24) === header.readUInt32BE(92);
  const pages = isKept ? header.readUInt32BE(28) : 1;
  if (size < pages * pageBytes)
    throw new DatabaseDamaged(path, `was cut short: ${size} bytes of ${pages * pageBytes} are there`);
}

/** What only a database that was in use leaves beside it. */
async function hasData(folder: string): Promise<boolean> {
  if (((await sizeOf(join(folder, 'ibid.db-wal'))) ?? 0) > 0) return true;
  for (const name of ['blobs', 'workspaces'])
    if ((await readdir(join(folder, name)).catch(() => [])).some((entry) => entry !== 'incoming'))
      return true;
  return false;
}

async function firstBytes(path: string): Promise<Buffer> {
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
