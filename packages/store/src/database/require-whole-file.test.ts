import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './open-database.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-whole-file-'));
  path = join(folder, 'ibid.db');
  await (await openDatabase({ folder })).close();
  await mkdir(join(folder, 'blobs', 'ab'), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const refusal = { code: 'database_damaged', message: expect.stringContaining('Put a copy of it back') };

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
