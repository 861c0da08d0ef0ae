import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerProcess } from './server-process.js';
import type { ServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { onPostgres, testStore } from './test-store.js';

let fake: FakeOpenAIServer;

beforeAll(async () => {
  fake = await startFakeOpenAIServer();
});

afterAll(() => fake.close());

async function start(dataFolder: string): Promise<{ server: ServerProcess; client: TestClient }> {
  const server = await startServerProcess(
    { dataFolder, logLevel: 'silent', ...(await testStore(dataFolder)) },
    {
      IBID_MODEL_URL: fake.url,
      IBID_MODEL: 'custom/fake/tokens=60,gap=5',
      IBID_SMALL_MODEL: 'ibid/extractive',
    },
  );
  return { server, client: new TestClient(server.url) };
}

describe('FLOW-9 a disk that is full', () => {
  let folder: string;
  let isMounted = false;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
    isMounted = status === 0;
  });

  afterAll(async () => {
    if (isMounted) spawnSync('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses what cannot be kept, goes on reading, loses nothing, and works again with room', async (test) => {
    // Skip only where mounting is impossible, and never in CI.
    if (!isMounted && !process.env['CI']) test.skip();
    expect(isMounted).toBe(true);
    // On PostgreSQL the state is elsewhere, on a disk that we must not fill.
    if (onPostgres) test.skip();
    const { server, client } = await start(folder);
    try {
      const { id } = await client.newConversation();
      const kept = await client.ask(id, 'Before the disk was full');
      await client.events(kept.turnId);
      const running = await client.newConversation();
      const { turnId } = await client.ask(running.id, 'While it fills', {
        modelId: 'custom/fake/tokens=60,gap=20',
      });
      await client.events(turnId, { most: 3 });
      const ballast = join(folder, 'ballast');
      const full = async (): Promise<void> => {
        for (;;) await appendFile(ballast, Buffer.alloc(4096));
      };
      await expect(full()).rejects.toMatchObject({ code: 'ENOSPC' });

      // Watchers see the running turn to its end.
      const { packets } = await client.events(turnId);
      expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
      const refusals = new Set<number>();
      for (let attempt = 0; attempt < 30; attempt += 1) {
        const answer = await client.send('POST', '/api/conversations', { title: 'x'.repeat(200) });
        refusals.add(answer.status);
        if (answer.status === 507) break;
      }
      expect([...refusals].at(-1)).toBe(507);
      const form = new FormData();
      form.append('file', new Blob(['y'.repeat(100_000)]), 'large.txt');
      expect((await client.send('POST', '/api/files', form)).status).toBe(507);
      expect((await client.send('GET', '/healthz')).status).toBe(200);
      const branch = await client.get<{ messages: { text: string }[] }>(`/api/conversations/${id}/messages`);
      expect(branch.messages[0]?.text).toBe('Before the disk was full');

      await rm(ballast);
      const after = await client.newConversation();
      const again = await client.ask(after.id, 'After');
      expect((await client.events(again.turnId)).packets.at(-1)).toMatchObject({ reason: 'complete' });
      // Answers meanwhile are held in memory and stored once there is space.
      await expect
        .poll(async () => (await client.get<{ status: string }>(`/api/turns/${turnId}`)).status)
        .toBe('complete');
      const whole = await client.events(turnId);
      const textOf = (list: typeof packets) =>
        list.map((packet) => (packet.type === 'answer-delta' ? packet.text : '')).join('');
      expect(textOf(whole.packets)).toBe(textOf(packets));
    } finally {
      await server.end('SIGKILL');
    }
  });
});

describe('KB-1 an ingest that a killed server had begun', () => {
  it('goes on after the restart, and takes in every file once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-jobs-'));
    const names = Array.from({ length: 120 }, (_, index) => `log-${index}.md`);
    let { server, client } = await start(folder);
    try {
      const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Logs' });
      const form = new FormData();
      for (const name of names)
        form.append('files', new Blob([`# ${name}\n\n${`Entry of ${name}, fair wind. `.repeat(200)}`]), name);
      const { body } = await client.send<{ jobId: string }>(
        'POST',
        `/api/knowledge-bases/${base.id}/uploads`,
        form,
      );
      const job = () => client.get<{ state: string; error?: string }>(`/api/jobs/${body.jobId}`);
      await expect.poll(async () => (await job()).state).toBe('running');
      await server.end('SIGKILL');
      ({ server, client } = await start(folder));
      await expect.poll(async () => (await job()).state).toBe('done');
      const items = await client.get<{ total: number }>(`/api/knowledge-bases/${base.id}/items?limit=1`);
      expect(items.total).toBe(names.length);
      expect((await job()).error).toBeUndefined();
    } finally {
      await server.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('KB-1 a job that failed', () => {
  it('is listed with its knowledge base, and done again when it is asked for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-jobs-'));
    const papers = join(folder, 'papers');
    const writePapers = async () => {
      await mkdir(papers);
      await writeFile(join(papers, 'tides.md'), '# Tides\n\nThe tide turns at noon.');
    };
    await writePapers();
    const { server, client } = await start(join(folder, 'data'));
    try {
      const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Logs' });
      // Jobs run one after another: while this one runs, the folder of the next one disappears.
      const form = new FormData();
      for (let index = 0; index < 60; index += 1)
        form.append(
          'files',
          new Blob([`# Log\n\n${'Fair wind today. '.repeat(1000)}${index}`]),
          `l${index}.md`,
        );
      await client.send('POST', `/api/knowledge-bases/${base.id}/uploads`, form);
      const { jobId } = await client.post<{ jobId: string }>(`/api/knowledge-bases/${base.id}/folders`, {
        path: papers,
      });
      await rm(papers, { recursive: true });
      const job = () =>
        client.get<{ state: string; knowledgeBaseId: string; error?: string }>(`/api/jobs/${jobId}`);
      await expect.poll(async () => (await job()).state).toBe('failed');
      expect((await job()).error).toContain('papers');
      const failed = async () =>
        (
          await client.get<{ rows: { id: string }[] }>(`/api/jobs?state=failed&knowledgeBaseId=${base.id}`)
        ).rows.map(({ id }) => id);
      expect(await failed()).toEqual([jobId]);
      expect((await client.get<{ rows: unknown[] }>('/api/jobs?knowledgeBaseId=other')).rows).toEqual([]);

      await writePapers();
      const retried = await client.send<{ jobId: string }>('POST', `/api/jobs/${jobId}/retry`);
      expect(retried).toMatchObject({ status: 202, body: { jobId } });
      await expect.poll(async () => (await job()).state).toBe('done');
      expect(await job()).toMatchObject({ knowledgeBaseId: base.id });
      expect((await job()).error).toBeUndefined();
      expect(await failed()).toEqual([]);
      const second = await client.send('POST', `/api/jobs/${jobId}/retry`);
      expect(second).toMatchObject({ status: 409, body: { code: 'job_not_failed' } });
    } finally {
      await server.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
