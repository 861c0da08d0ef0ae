import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';
import { BlobStore, ConversationRepository } from '../state/index.js';
import { checkData } from './check-data.js';
import { decryptFrames, encryptFrames, FRAME_BYTES } from './encrypt-frames.js';
import { restoreBackup } from './restore-backup.js';
import { countEachTable } from './count-each-table.js';
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
    return await countEachTable(opened);
  } finally {
    await opened.close();
  }
}

let made: Promise<Buffer> | null = null;
/** Shared by all tests that damage it. */
const wholeBackup = () =>
  (made ??= (async () => {
    const path = join(folder, 'whole.tar.gz');
    await writeBackup({ dataFolder: data, path });
    return readFile(path);
  })());

const newPlace = () => mkdtemp(join(folder, 'place-'));

type Entry = [name: string, content: Buffer];

/** Rewrites the backup with changed entries. */
async function repack(whole: Buffer, change: (entries: Entry[]) => Entry[]): Promise<Buffer> {
  const archive = extract();
  archive.end(gunzipSync(whole));
  const entries: Entry[] = [];
  for await (const entry of archive) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    entries.push([entry.header.name, Buffer.concat(parts)]);
  }
  const changed = pack();
  for (const [name, content] of change(entries)) changed.entry({ name }, content);
  changed.finalize();
  const parts: Buffer[] = [];
  for await (const part of changed) parts.push(part as Buffer);
  return gzipSync(Buffer.concat(parts));
}

/** Changes that leave gzip and tar intact. */
const forgeries: Record<string, (entries: Entry[]) => Entry[]> = {
  'two parts swapped': (entries) => {
    const blobs = entries.filter(([name]) => name.startsWith('blobs/'));
    const [[one, first] = [], [other, second] = []] = blobs;
    return entries.map(([name, content]) => [
      name,
      name === one ? second! : name === other ? first! : content,
    ]);
  },
  'a part left out': (entries) => entries.filter(([name]) => name !== 'secret.key'),
  'a part more': ([header, ...rest]) => [header!, ['settings.json', Buffer.from('{}')], ...rest],
  'a part twice': ([header, database, ...rest]) => [header!, database!, database!, ...rest],
  'a part outside': ([header, ...rest]) => [header!, ['../outside', Buffer.from('x')], ...rest],
  'no list of its parts': (entries) => entries.slice(0, -1),
  'something after its list': (entries) => [...entries, ['settings.json', Buffer.from('{}')]],
};

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
    expect(await rowsOf(to)).toEqual(await countEachTable(database));
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
    const whole = await wholeBackup();
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
    const whole = await wholeBackup();
    let refused = 0;
    for (let round = 0; round < 24; round += 1) {
      const place = await newPlace();
      const changed = Buffer.from(whole);
      // At the head, at the tail and in between.
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

  it('packed again with the same parts, is taken: forgeries are refused for what is forged', async () => {
    const place = await newPlace();
    const path = join(place, 'again.tar.gz');
    await writeFile(path, await repack(await wholeBackup(), (entries) => entries));
    await restoreBackup({ path, dataFolder: join(place, 'to') });
    expect(await filesOf(join(place, 'to'))).toEqual(await filesOf(data));
  });

  it.each(Object.entries(forgeries))('with %s, is refused', async (_, change) => {
    const whole = await wholeBackup();
    const place = await newPlace();
    const forged = join(place, 'forged.tar.gz');
    const to = join(place, 'to');
    await writeFile(forged, await repack(whole, change));
    await expect(restoreBackup({ path: forged, dataFolder: to })).rejects.toMatchObject({
      code: 'backup_refused',
    });
    expect(await readdir(place)).toEqual(['forged.tar.gz']);
  });

  it('does not go where something is, and does not touch it', async () => {
    const path = join(folder, 'again.tar.gz');
    await writeBackup({ dataFolder: data, path });
    const before = await filesOf(data);
    await expect(restoreBackup({ path, dataFolder: data })).rejects.toThrow(/is not empty/u);
    expect(await filesOf(data)).toEqual(before);
    const note = join(folder, 'note.txt');
    await writeFile(note, 'No backup at all.');
    await expect(restoreBackup({ path: note, dataFolder: join(folder, 'x') })).rejects.toThrow(
      /not a backup/u,
    );
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

  it('is not taken in the clear where an encrypted one is expected', async () => {
    await wholeBackup();
    const path = join(folder, 'whole.tar.gz');
    await expect(
      restoreBackup({ path, dataFolder: join(folder, 'z'), passphrase: 'correct horse' }),
    ).rejects.toThrow(/not encrypted, though a passphrase was given/u);
  });

  it('encrypted, is refused with its frames swapped, left out, repeated or out of another backup', async () => {
    const collect = async (parts: AsyncIterable<Uint8Array>) => {
      const all: Uint8Array[] = [];
      for await (const part of parts) all.push(part);
      return Buffer.concat(all);
    };
    const seal = async (letter: string) => {
      const sealed = await collect(encryptFrames(once(Buffer.alloc(3 * FRAME_BYTES + 5, letter)), 'p'));
      const size = FRAME_BYTES + 16;
      const at = (frame: number) => sealed.subarray(32 + frame * size, 32 + (frame + 1) * size);
      return { head: sealed.subarray(0, 32), frames: [at(0), at(1), at(2), at(3)] as const };
    };
    const { head, frames } = await seal('a');
    const { frames: others } = await seal('b');
    const [zero, one, two, three] = frames;
    const open = (parts: readonly Buffer[]) =>
      collect(decryptFrames(once(Buffer.concat([head, ...parts])), 'p'));
    expect(await open(frames)).toHaveLength(3 * FRAME_BYTES + 5);
    for (const parts of [
      [one, zero, two, three],
      [zero, two, one, three],
      [zero, one, three],
      [zero, one, two],
      [zero, one, two, two, three],
      [zero, one, two, three, three],
      [zero, others[1], two, three],
      others,
    ])
      await expect(open(parts)).rejects.toMatchObject({ code: 'backup_refused' });
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

/** Every row of every table, sorted. */
async function contentOf(opened: OpenDatabase): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of Object.keys(await countEachTable(opened))) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(opened.db);
    all[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return all;
}

describe.skipIf(!server)('ORG-4 on PostgreSQL', () => {
  it('refuses a truncated, changed or forged one, encrypted or not, and leaves the database empty', async () => {
    const first = await createTestDatabase(server!);
    const second = await createTestDatabase(server!);
    const place = await newPlace();
    const shared = join(place, 'shared');
    const opened = await openDatabase({ url: first.url });
    try {
      await fill(opened, shared, 3);
      const plain = join(place, 'plain');
      const sealed = join(place, 'sealed');
      await writeBackup({ dataFolder: shared, databaseUrl: first.url, path: plain });
      await writeBackup({ dataFolder: shared, databaseUrl: first.url, path: sealed, passphrase: 'p' });
      const damaged = (whole: Buffer) => {
        const changed = Buffer.from(whole);
        changed[whole.length >> 1]! ^= 0x10;
        return [whole.subarray(0, whole.length >> 1), whole.subarray(0, -1), changed];
      };
      const whole = await readFile(plain);
      const bad = [
        ...damaged(whole).map((bytes) => ({ bytes })),
        ...damaged(await readFile(sealed)).map((bytes) => ({ bytes, passphrase: 'p' })),
        { bytes: await repack(whole, forgeries['two parts swapped']!) },
      ];
      const path = join(place, 'bad');
      for (const { bytes, ...rest } of bad) {
        await writeFile(path, bytes);
        const to = join(place, 'to');
        await expect(
          restoreBackup({ path, dataFolder: to, databaseUrl: second.url, ...rest }),
        ).rejects.toMatchObject({ code: 'backup_refused' });
        expect((await readdir(place)).toSorted()).toEqual(['bad', 'plain', 'sealed', 'shared']);
      }
      // Nothing was written, so the intact one can still be restored.
      await restoreBackup({
        path: sealed,
        dataFolder: join(place, 'to'),
        databaseUrl: second.url,
        passphrase: 'p',
      });
    } finally {
      await opened.close();
      await first.drop();
      await second.drop();
    }
  });

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
      expect(await contentOf(to)).toEqual(await contentOf(opened));
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
