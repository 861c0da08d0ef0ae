import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './open-database.js';
import { requireWholeFile } from './require-whole-file.js';
import { loadSqlite } from './sqlite-library.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-whole-file-'));
  path = join(folder, 'ibid.db');
  await (await openDatabase({ folder })).close();
  // Leave nothing in the log, from which SQLite would restore what the file lacks.
  const connection = (await loadSqlite())(path);
  connection.exec('pragma wal_checkpoint(truncate)');
  connection.close();
  await mkdir(join(folder, 'blobs', 'ab'), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const refusal = { code: 'database_damaged', message: expect.stringContaining('Restore a copy of it') };

describe('OPS-1 a database file that is not what was written', () => {
  it('is refused when it was emptied beside data, and stays as it is', async () => {
    await truncate(path, 0);
    await expect(openDatabase({ folder })).rejects.toMatchObject(refusal);
    expect((await stat(path)).size).toBe(0);
  });

  it('is refused when it was cut short', async () => {
    const { size } = await stat(path);
    await truncate(path, Math.floor(size / 2));
    await expect(openDatabase({ folder })).rejects.toMatchObject(refusal);
    await truncate(path, 50);
    await expect(openDatabase({ folder })).rejects.toMatchObject(refusal);
  });

  it('is refused when it is something else', async () => {
    await writeFile(path, 'x'.repeat(5000));
    await expect(openDatabase({ folder })).rejects.toMatchObject(refusal);
    expect((await readFile(path, 'utf8')).startsWith('xxx')).toBe(true);
  });

  it('is whole when the rest of it is in the log, as after a crash', async () => {
    const { size } = await stat(path);
    const header = await readFile(path);
    const pageBytes = header.readUInt16BE(16);
    const frame = Buffer.alloc(24 + pageBytes);
    frame.writeUInt32BE(size / pageBytes);
    await truncate(path, size - pageBytes);
    await rm(`${path}-wal`, { force: true });
    await expect(requireWholeFile(folder, path)).rejects.toMatchObject(refusal);
    await writeFile(`${path}-wal`, Buffer.concat([Buffer.alloc(32), frame]));
    await expect(requireWholeFile(folder, path)).resolves.toBeUndefined();
    await truncate(path, size - 2 * pageBytes);
    await expect(requireWholeFile(folder, path)).rejects.toMatchObject(refusal);
  });

  it('is no fault while others are beginning one', async () => {
    for (let round = 0; round < 4; round += 1) {
      const begun = join(folder, `begun-${round}`);
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ folder: begun })));
      expect(opened.map((one) => one.folder)).toEqual([begun, begun, begun]);
      await Promise.all(opened.map((one) => one.close()));
    }
  });

  it('is no reason to refuse a whole one, or an empty one where nothing is', async () => {
    const whole = await openDatabase({ folder });
    expect(whole.folder).toBe(folder);
    await whole.close();
    const fresh = join(folder, 'fresh');
    await mkdir(fresh);
    await writeFile(join(fresh, 'ibid.db'), '');
    await (await openDatabase({ folder: fresh })).close();
  });
});
