import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

interface Doctor {
  embedder: { id: string; state: string; note?: string };
  problems: { what: string; remedy: string }[];
}

let folder: string;
let fake: FakeOpenAIServer;
let server: IbidServer;
let client: TestClient;

async function start(environment: Record<string, string>): Promise<void> {
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    environment: { IBID_MODEL_URL: fake.url, OLLAMA_HOST: 'off', ...environment },
  });
  client = new TestClient((await server.listen()).url);
}

const doctor = () => client.get<Doctor>('/api/doctor');
const found = async () => {
  const { rows } = await client.post<{ rows: { semanticRank: number | null }[] }>('/api/search', {
    query: 'winch',
    mode: 'semantic',
    topK: 5,
  });
  return rows.length;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-embedding-'));
  fake = await startFakeOpenAIServer();
});
afterEach(() => server.close());
afterAll(async () => {
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

describe('MOD-1 the embedding model', () => {
  it('is the one that the environment names, and text taken in gets its vectors', async () => {
    await start({ IBID_EMBEDDING_MODEL: 'custom/fake/dimensions=16' });
    const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Yard' });
    const form = new FormData();
    form.append('files', new Blob(['The winch failed in March.']), 'winch.md');
    form.append('files', new Blob(['The crane was painted.']), 'crane.md');
    const { body } = await client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${base.id}/uploads`,
      form,
    );
    await client.send('GET', `/api/jobs/${body.jobId}/events`);
    expect((await doctor()).embedder).toMatchObject({ id: expect.stringMatching(/\/16$/), state: 'ready' });
    expect(await found()).toBe(2);
  });

  it('can be changed in the settings: passages are embedded anew after the next start', async () => {
    await start({ IBID_EMBEDDING_MODEL: 'custom/fake/dimensions=16' });
    await client.send('PUT', '/api/settings', {
      system: { models: { embedding: 'custom/fake/dimensions=24' } },
    });
    await server.close();
    await start({});
    await expect.poll(async () => (await doctor()).embedder.note).toBeUndefined();
    expect((await doctor()).embedder.id).toMatch(/\/24$/);
    expect(await found()).toBe(2);
  });

  it('that cannot be used leaves keyword search, and the doctor says what to do', async () => {
    await start({});
    await client.send('PUT', '/api/settings', { system: { models: { embedding: 'nobody/none' } } });
    await server.close();
    await start({});
    const { embedder, problems } = await doctor();
    expect(embedder).toMatchObject({ state: 'missing' });
    expect(problems.map((problem) => problem.what).join()).toContain('nobody/none could not be used');
    const { rows } = await client.post<{ rows: unknown[] }>('/api/search', { query: 'winch', topK: 5 });
    expect(rows).toHaveLength(1);
  });
});
