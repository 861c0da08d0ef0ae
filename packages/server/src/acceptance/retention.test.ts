import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@ibid/store/internal';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { LOGIN_OPTIONS, startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';
import { compressNothing, makeOriginalsOld, makeStatistics, placesWith } from './places-with.js';
import { TestClient } from './test-client.js';
import { createTestServer, testStore } from './test-store.js';

let folder: string;
let server: IbidServer;
let root: LoggedIn;
let ann: LoggedIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-retention-'));
  const started = await startLoginServer({ dataFolder: folder });
  await compressNothing(folder);
  ({ server, root } = started);
  ann = await started.add('ann');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const LONG_AGO = new Date(Date.now() - 40 * 24 * 60 * 60_000).toISOString();

/** Pretends that nobody has touched it for forty days. */
async function makeOld(table: 'conversations' | 'items', id: string): Promise<void> {
  const { databaseUrl } = await testStore(folder);
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder });
  // Both tables have these two columns.
  await database.db
    .updateTable(table as 'items')
    .set({ updated_at: LONG_AGO })
    .where('id', '=', id)
    .execute();
  await database.close();
}

async function said(text: string): Promise<string> {
  const { id } = await ann.client.newConversation();
  const { turnId } = await ann.client.ask(id, text);
  await ann.client.events(turnId);
  return id;
}

async function upload(base: string, name: string, text: string): Promise<void> {
  const form = new FormData();
  form.append('files', new Blob([text]), name);
  const { body } = await ann.client.send<{ jobId: string }>(
    'POST',
    `/api/knowledge-bases/${base}/uploads`,
    form,
  );
  const state = async () => (await ann.client.get(`/api/jobs/${body.jobId}`))['state'];
  await expect.poll(state).toBe('done');
}

const items = async (base: string) =>
  (await ann.client.get<{ rows: { id: string; name: string }[] }>(`/api/knowledge-bases/${base}/items`)).rows;

describe('ORG-3 retention', () => {
  it('shows what would go, lets it go, writes that down, and leaves no byte of it', async () => {
    const old = await said('What of the ocelotine?');
    const recent = await said('What of the tapirella?');
    const { id: base } = await ann.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Beasts' });
    // Long enough for PostgreSQL to store it out of line.
    const filler = Array.from({ length: 900 }, (_, line) => `In year ${line} it grazed elsewhere.`).join(' ');
    await upload(base, 'old.txt', `The gnuvellum grazes by night. ${filler}`);
    await upload(base, 'new.txt', 'The kestrelude flies by day.');
    await makeOld('conversations', old);
    await makeOld('items', (await items(base)).find(({ name }) => name === 'old.txt')!.id);

    await makeStatistics(folder);
    expect((await placesWith(folder, 'gnuvellum')).length).toBeGreaterThan(1);
    // Nothing is configured yet, and the preview deletes nothing.
    const look = await root.client.get('/api/retention?conversationDays=30');
    expect(look).toEqual({ conversations: 1, jobs: 0, usage: 0 });
    expect(await root.client.get('/api/retention?conversationDays=60')).toMatchObject({ conversations: 0 });
    const ofBase = `/api/knowledge-bases/${base}/retention`;
    expect(await ann.client.get(`${ofBase}?days=30`)).toEqual({ days: null, due: 1 });
    expect((await root.client.send('GET', ofBase)).status).toBe(404);
    expect(await root.client.post('/api/retention/run', {})).toMatchObject({ conversations: 0, items: 0 });

    const retention = { conversationDays: 30, jobDays: null, usageDays: null };
    expect((await ann.client.send('PUT', '/api/settings', { system: { retention } })).status).toBe(403);
    await root.client.send('PUT', '/api/settings', { system: { retention } });
    await ann.client.send('PUT', ofBase, { days: 30 });
    expect(await root.client.post('/api/retention/run', {})).toEqual({
      conversations: 1,
      items: 1,
      jobs: 0,
      usage: 0,
    });
    expect((await ann.client.send('GET', `/api/conversations/${old}`)).status).toBe(404);
    expect((await ann.client.send('GET', `/api/conversations/${recent}`)).status).toBe(200);
    expect((await items(base)).map(({ name }) => name)).toEqual(['new.txt']);
    const { rows } = await root.client.get<{ rows: { via: string; details: object }[] }>(
      '/api/audit?action=retention.run&limit=5',
    );
    expect(rows).toMatchObject([{ via: 'system', details: { conversations: 1, items: 1 } }]);

    await server.close();
    await makeOriginalsOld(folder);
    server = await createTestServer({ ...LOGIN_OPTIONS, dataFolder: folder });
    const { url } = await server.listen();
    root = { ...root, client: new TestClient(url, root.client.headers) };
    await expect.poll(() => placesWith(folder, 'ocelotin', 'gnuvellum'), { interval: 1_000 }).toEqual([]);
    expect(await placesWith(folder, 'tapirella')).not.toEqual([]);
    expect(await placesWith(folder, 'kestrelude')).not.toEqual([]);
  });
});

const secondsNow = () => Math.floor(Date.now() / 1_000);

describe('ORG-4 backups that the server makes by itself', () => {
  it('are made where they are due, kept to a number, and told of', async () => {
    await root.client.send('PUT', '/api/settings', { system: { backups: { everyHours: 24, keep: 2 } } });
    for (let number = 0; number < 3; number += 1) {
      const made = await root.client.post<{ problem: string | null }>('/api/backups', {});
      expect(made.problem).toBeNull();
      // Names include seconds: wait so the next one differs.
      const madeIn = secondsNow();
      await expect.poll(secondsNow).toBeGreaterThan(madeIn);
    }
    const names = (await readdir(join(folder, 'backups'))).toSorted();
    expect(names).toHaveLength(2);
    expect(names[0]).toMatch(/^ibid-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/u);
    const state = await root.client.get<{ folder: string; last: { file: string } }>('/api/backups');
    expect(state).toMatchObject({ folder: join(folder, 'backups'), isEncrypted: false });
    expect(state.last.file).toBe(names[1]);
    await vi.waitFor(async () => {
      const { rows } = await root.client.get<{ rows: object[] }>('/api/audit?action=backup.make&limit=9');
      expect(rows).toHaveLength(3);
    }, 600_000);
  });
});
