import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer } from './login-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

let folder: string;
let data: string;
let server: IbidServer;
let client: TestClient;
let baseId: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-roots-'));
  data = join(folder, 'data');
  for (const name of ['papers', 'other']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, `${name}.md`), `# ${name}\n\nText of ${name}.`);
  }
  await symlink(join(folder, 'other'), join(folder, 'papers', 'link'));
  await symlink(data, join(folder, 'papers', 'innocent'));
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const asLocal = async (environment: Record<string, string>) => {
  server = await createTestServer({
    dataFolder: data,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off', ...environment },
  });
  client = new TestClient((await server.listen()).url);
  baseId = (await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Papers' })).id;
};

const add = (path: string, keep = false) =>
  client.send<{ jobId?: string; code?: string; detail?: string }>(
    'POST',
    `/api/knowledge-bases/${baseId}/folders`,
    { path, keep },
  );
const refused = { status: 403, body: { code: 'folder_not_allowed' } };
const names = async (jobId: string | undefined) => {
  const state = async () => (await client.get<{ state: string }>(`/api/jobs/${jobId}`)).state;
  await expect.poll(state).toBe('done');
  const { rows } = await client.get<{ rows: { name: string }[] }>(`/api/knowledge-bases/${baseId}/items`);
  return rows.map(({ name }) => name).toSorted();
};

describe('KB-5 folders of the machine that may be taken in', () => {
  it.each([false, true])('never the data folder or the system, by whatever name; kept: %s', async (keep) => {
    await asLocal({});
    await writeFile(join(data, 'own.md'), 'The key to everything.');
    const never = [data, join(data, 'own.md'), join(folder, 'papers', '..', 'data')];
    const links = [join(folder, 'papers', 'innocent'), join(folder, 'papers', 'innocent', 'own.md')];
    for (const path of [...never, ...links, '/', '/etc', '/proc/self', '/sys/kernel', '/dev'])
      expect(await add(path, keep), path).toMatchObject(refused);
  });

  it('leaves the data folder out of a folder around it, also where .ibidignore asks for it', async () => {
    await asLocal({});
    await writeFile(join(data, 'own.md'), 'The key to everything.');
    await writeFile(join(folder, '.ibidignore'), '!data/\n!data/**\n');
    const { body } = await add(folder);
    expect(await names(body.jobId)).toEqual(['other.md', 'papers.md']);
  });

  it('only below the roots that are set, links resolved, and says what to set', async () => {
    await asLocal({ IBID_FOLDER_ROOTS: [join(folder, 'papers'), join(folder, 'absent')].join(delimiter) });
    const { body } = await add(join(folder, 'papers'));
    expect(await names(body.jobId)).toEqual(['papers.md']);
    for (const path of [
      folder,
      join(folder, 'other'),
      join(folder, 'papers', 'link'),
      `${folder}/papersx/..`,
    ])
      expect((await add(path)).status, path).not.toBe(202);
    const answer = await add(join(folder, 'other'));
    expect(answer).toMatchObject(refused);
    expect(JSON.stringify(answer.body)).toContain('IBID_FOLDER_ROOTS');
  });

  it('stops keeping a folder in sync that is no longer below a root', async () => {
    await asLocal({});
    const { body } = await add(join(folder, 'other'), true);
    await names(body.jobId);
    await server.close();
    await asLocal({ IBID_FOLDER_ROOTS: join(folder, 'papers') });
    const bases = await client.get<{ rows: { id: string }[] }>('/api/knowledge-bases');
    for (const { id } of bases.rows) {
      const kept = await client.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${id}/folders`);
      for (const row of kept.rows)
        expect(await client.send('POST', `/api/knowledge-bases/${id}/folders/${row.id}/sync`)).toMatchObject(
          refused,
        );
    }
  });

  it('none by default where people log in, not even for an administrator', async () => {
    const started = await startLoginServer({ dataFolder: data });
    server = started.server;
    client = started.root.client;
    baseId = (await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Papers' })).id;
    expect(await add(join(folder, 'papers'))).toMatchObject(refused);
    expect(await add(data)).toMatchObject(refused);
  });
});
