import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';
import { BlobStore, ConversationRepository } from '../state/index.js';
import { checkData } from './check-data.js';
import { decryptFrames, encryptFrames, FRAME_BYTES } from './encrypt-frames.js';
import { restoreBackup } from './restore-backup.js';
import { countRows } from './snapshot-database.js';
import { writeBackup } from './write-backup.js';

let folder: string;
let data: string;
let database: OpenDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-backup-test-'));
  data = join(folder, 'data');
  database = await openDatabase({ folder: data });
  await fill(database, data, 40);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function fill(opened: OpenDatabase, dataFolder: string, count: number): Promise<void> {
  const conversations = new ConversationRepository(opened.db);
  const blobs = new BlobStore(dataFolder);
  for (let index = 0; index < count; index += 1) {
    await conversations.create({ ownerId: 'ann', title: `Conversation ${index}` });
    await blobs.put(once(Buffer.from(`blob ${index} `.repeat(500))), { maximumBytes: 1e6 });
  }
  await mkdir(join(dataFolder, 'workspaces/c1'), { recursive: true });
  await writeFile(join(dataFolder, 'workspaces/c1/plan ü.md'), '# Plan');
  await writeFile(join(dataFolder, 'workspaces/c1/empty'), '');
  await writeFile(join(dataFolder, 'secret.key'), 'ab'.repeat(32));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Every file but the database, with its bytes. */
async function filesOf(place: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('ibid.db')) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(place.length)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return found;
}

async function rowsOf(place: string): Promise<Record<string, number>> {
  const opened = await openDatabase({ folder: place });
  try {
    return await countRows(opened);
  } finally {
    await opened.close();
  }
}

const newPlace = () => mkdtemp(join(folder, 'place-'));

describe('ORG-4 a backup', () => {
  it('restored into an empty place, is what it was made from', async () => {
    const path = join(folder, 'plain.tar.gz');
    const steps = new Set<string>();
    const made = await writeBackup({ dataFolder: data, path, onProgress: ({ step }) => steps.add(step) });
    expect(made.missing).toEqual([]);
    expect([...steps]).toEqual(['database', 'files', 'check']);
    const to = join(folder, 'restored');
    const restored = await restoreBackup({ path, dataFolder: to });
    expect(restored.files).toBe(made.files);
    expect(await filesOf(to)).toEqual(await filesOf(data));
    expect(await rowsOf(to)).toEqual(await countRows(database));
    expect((await checkData({ dataFolder: to })).faults).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('.ibid-'))).toEqual([]);
  });

  it('made while others write, has everything that was acknowledged before it began', async () => {
    const busy = join(folder, 'busy');
    const opened = await openDatabase({ folder: busy });
    await fill(opened, busy, 5);
    let isOver = false;
    let acknowledged = 5;
    const writing = (async () => {
      while (!isOver) {
        await fill(opened, busy, 1);
        acknowledged += 1;
      }
    })();
    await expect.poll(() => acknowledged).toBeGreaterThan(8);
    const before = acknowledged;
    const path = join(folder, 'busy.tar.gz');
    try {
      await writeBackup({ dataFolder: busy, path });
    } finally {
      isOver = true;
      await writing;
      await opened.close();
    }
    const to = join(folder, 'busy-restored');
    await restoreBackup({ path, dataFolder: to });
    const conversations = (await rowsOf(to))['conversations'] ?? 0;
    expect(conversations).toBeGreaterThanOrEqual(before);
    expect(conversations).toBeLessThanOrEqual(acknowledged);
    expect((await checkData({ dataFolder: to })).faults).toEqual([]);
  });

  it('truncated anywhere, is refused and leaves nothing behind', async () => {
    const path = join(folder, 'whole.tar.gz');
    await writeBackup({ dataFolder: data, path });
    const whole = await readFile(path);
    const place = await newPlace();
    const cut = join(place, 'cut.tar.gz');
    for (let at = 0; at < 24; at += 1) {
      await writeFile(cut, whole.subarray(0, Math.floor((whole.length * at) / 24)));
      await expect(restoreBackup({ path: cut, dataFolder: join(place, 'to') })).rejects.toMatchObject({
        code: 'backup_refused',
      });
      expect(await readdir(place)).toEqual(['cut.tar.gz']);
    }
  });

  it('changed in any byte, is refused or gives the same', async () => {
    const path = join(folder, 'changed-from.tar.gz');
    await writeBackup({ dataFolder: data, path });
    const whole = await readFile(path);
    let refused = 0;
    for (let round = 0; round < 24; round += 1) {
      const place = await newPlace();
      const changed = Buffer.from(whole);
      // The head, the tail and places between.
      const at = round < 8 ? round * 2 : round < 12 ? whole.length - 1 - round : (whole.length * round) / 24;
      changed[Math.floor(at)]! ^= 0x10;
      await writeFile(join(place, 'changed.tar.gz'), changed);
      const to = join(place, 'to');
      try {
        await restoreBackup({ path: join(place, 'changed.tar.gz'), dataFolder: to });
        expect(await filesOf(to)).toEqual(await filesOf(data));
      } catch (error) {
        expect(error).toMatchObject({ code: 'backup_refused' });
        refused += 1;
        expect(await readdir(place)).toEqual(['changed.tar.gz']);
      }
    }
    expect(refused).toBeGreaterThan(15);
  });

  it('does not go where something is, and does not touch it', async () => {
    const path = join(folder, 'again.tar.gz');
    await writeBackup({ dataFolder: data, path });
    const before = await filesOf(data);
    await expect(restoreBackup({ path, dataFolder: data })).rejects.toThrow(/is not empty/u);
    expect(await filesOf(data)).toEqual(before);
    const note = join(folder, 'note.txt');
    await writeFile(note, 'No backup at all.');
    await expect(restoreBackup({ path: note, dataFolder: join(folder, 'x') })).rejects.toThrow(/no backup/u);
  });

  it('encrypted, needs its passphrase and shows nothing without', async () => {
    const path = join(folder, 'sealed.ibid');
    await writeBackup({ dataFolder: data, path, passphrase: 'correct horse' });
    const bytes = await readFile(path);
    expect(bytes.includes('Conversation')).toBe(false);
    const to = join(folder, 'unsealed');
    await expect(restoreBackup({ path, dataFolder: to })).rejects.toThrow(/encrypted/u);
    await expect(restoreBackup({ path, dataFolder: to, passphrase: 'wrong' })).rejects.toThrow(/passphrase/u);
    await restoreBackup({ path, dataFolder: to, passphrase: 'correct horse' });
    expect(await filesOf(to)).toEqual(await filesOf(data));
    for (const [name, changed] of [
      ['cut', bytes.subarray(0, -40)],
      ['turned', Buffer.from(bytes.map((byte, at) => (at === bytes.length - 100 ? byte ^ 1 : byte)))],
    ] as const) {
      await writeFile(join(folder, name), changed);
      await expect(
        restoreBackup({
          path: join(folder, name),
          dataFolder: join(folder, 'y'),
          passphrase: 'correct horse',
        }),
      ).rejects.toMatchObject({ code: 'backup_refused' });
    }
  });

  it.each([0, 1, FRAME_BYTES - 1, FRAME_BYTES, FRAME_BYTES + 1, 2 * FRAME_BYTES])(
    'of %i bytes comes back from its frames however it is cut',
    async (size) => {
      const plain = Buffer.alloc(size, 'abc');
      const collect = async (parts: AsyncIterable<Uint8Array>) => {
        const all: Uint8Array[] = [];
        for await (const part of parts) all.push(part);
        return Buffer.concat(all);
      };
      const sealed = await collect(encryptFrames(once(plain), 'p'));
      const inPieces = async function* (step: number) {
        for (let at = 0; at < sealed.length; at += step) yield sealed.subarray(at, at + step);
      };
      for (const step of [sealed.length, FRAME_BYTES, 65_537])
        expect((await collect(decryptFrames(inPieces(step), 'p'))).equals(plain)).toBe(true);
    },
  );
});

describe('ORG-4 the check', () => {
  it('finds bytes that changed, files without their bytes, and a damaged database', async () => {
    const path = join(folder, 'to-damage.tar.gz');
    await writeBackup({ dataFolder: data, path });
    const place = join(folder, 'damaged');
    await restoreBackup({ path, dataFolder: place });
    const [blob] = Object.keys(await filesOf(place)).filter((name) => name.startsWith('/blobs/'));
    await writeFile(join(place, blob!), 'other bytes');
    expect((await checkData({ dataFolder: place })).faults).toEqual([
      expect.stringContaining('not those that were uploaded'),
    ]);
    const file = join(place, 'ibid.db');
    const bytes = await readFile(file);
    bytes.fill(0xff, 8192, 16_384);
    await writeFile(file, bytes);
    expect((await checkData({ dataFolder: place })).faults.join(' ')).toContain('Database:');
  });
});

const server = testServer();

describe.skipIf(!server)('ORG-4 on PostgreSQL', () => {
  it('goes from PostgreSQL into PostgreSQL or a folder', async () => {
    const first = await createTestDatabase(server!);
    const second = await createTestDatabase(server!);
    const shared = join(folder, 'shared');
    const opened = await openDatabase({ url: first.url });
    try {
      await fill(opened, shared, 10);
      const path = join(folder, 'postgres.tar.gz');
      await writeBackup({ dataFolder: shared, databaseUrl: first.url, path });
      const inFolder = join(folder, 'from-postgres');
      await restoreBackup({ path, dataFolder: inFolder });
      expect((await rowsOf(inFolder))['conversations']).toBe(10);
      const elsewhere = join(folder, 'elsewhere');
      await restoreBackup({ path, dataFolder: elsewhere, databaseUrl: second.url });
      expect(await filesOf(elsewhere)).toEqual(await filesOf(shared));
      const to = await openDatabase({ url: second.url });
      expect(await countRows(to)).toEqual(await countRows(opened));
      await to.close();
      expect((await checkData({ dataFolder: elsewhere, databaseUrl: second.url })).faults).toEqual([]);
      await expect(
        restoreBackup({ path, dataFolder: join(folder, 'third'), databaseUrl: second.url }),
      ).rejects.toMatchObject({ code: 'target_not_empty' });
    } finally {
      await opened.close();
      await first.drop();
      await second.drop();
    }
  });
});
