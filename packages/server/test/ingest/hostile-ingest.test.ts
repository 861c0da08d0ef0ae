import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfBomb, slowPdf } from '../../../retrieval/src/ingest/hostile-files.test-helper.js';
import { startLoginServer } from '../../src/acceptance/login-server.js';
import type { LoggedIn } from '../../src/acceptance/login-server.js';
import type { TestClient } from '../../src/acceptance/test-client.js';

interface Job {
  id: string;
  state: string;
  error?: string;
  outcomes: { name: string; outcome: string; code?: string; reason?: string; warnings?: string[] }[];
}

const PATIENCE = { interval: 100 };
/** Low enough for a test, but more than any ordinary file of it needs. */
const CPU_SECONDS = 4;

let folder: string;
let host: Awaited<ReturnType<typeof startLoginServer>>;
let ada: LoggedIn;
let bob: LoggedIn;

/** Before a group of tests: a separate server with two users. */
function withServer(options: { cpuMilliseconds?: number } = {}): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-hostile-'));
    host = await startLoginServer({ dataFolder: folder, reading: options });
    ada = await host.add('ada');
    bob = await host.add('bob');
  });
  afterAll(async () => {
    await host?.server.close();
    await rm(folder, { recursive: true, force: true });
  });
}

async function baseOf(client: TestClient, name: string): Promise<string> {
  return (await client.post<{ id: string }>('/api/knowledge-bases', { name })).id;
}

async function upload(
  client: TestClient,
  baseId: string,
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name);
  const { body } = await client.send<{ jobId: string }>(
    'POST',
    `/api/knowledge-bases/${baseId}/uploads`,
    form,
  );
  return body.jobId;
}

const jobOf = (client: TestClient, id: string) => client.get<Job>(`/api/jobs/${id}`);
async function over(client: TestClient, id: string): Promise<void> {
  await expect.poll(async () => (await jobOf(client, id)).state, PATIENCE).not.toMatch(/queued|running/);
}

describe('KB-1 no file brings the server down', () => {
  // With the product's limits: on a busy machine, what fills the memory may take four seconds first.
  withServer();

  it('takes in mails and pages with endless titles, says what it cut, and answers searches briefly', async () => {
    const base = await baseOf(ada.client, 'Titles');
    const jobId = await upload(ada.client, base, {
      'folded.eml': `From: a@b.c\nSubject: tides\n${' x\n'.repeat(1_000_000)}\nHigh water is at noon.\n`,
      'subject.eml': `From: a@b.c\nSubject: ${'x'.repeat(2_000_000)}\n\nHigh water is at noon.\n`,
      'title.md': `# ${'Tidal '.repeat(17_000)}\n\nHigh water is at noon.\n`,
    });
    await over(ada.client, jobId);
    const { outcomes } = await jobOf(ada.client, jobId);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'added']);
    expect(outcomes.every(({ warnings }) => warnings?.some((words) => words.includes('title')))).toBe(true);
    const found = await ada.client.send('POST', '/api/search', {
      query: 'high water noon',
      mode: 'keyword',
      topK: 50,
      knowledgeBaseIds: [base],
    });
    expect(found.status).toBe(200);
    expect(JSON.stringify(found.body).length).toBeLessThan(300_000);
  });

  it('fails a PDF that unpacks without end, also when it is attached, and never reads it a third time', async () => {
    const bomb = new Uint8Array(pdfBomb({ megabytes: 700, packedTimes: 2 }));
    const base = await baseOf(ada.client, 'Bombs');
    const attach = async () => {
      const form = new FormData();
      form.append('files', new Blob([bomb]), 'bomb.pdf');
      const { body } = await ada.client.send<{ id: string }>('POST', '/api/files', form);
      const file = () => ada.client.get<{ state: string; reason: string | null }>(`/api/files/${body.id}`);
      await expect.poll(async () => (await file()).state, PATIENCE).not.toBe('uploaded');
      return file();
    };
    expect(await attach()).toMatchObject({ state: 'unreadable', reason: expect.stringContaining('memory') });
    const jobId = await upload(ada.client, base, { 'bomb.pdf': bomb, 'fine.md': '# Fine\n\nHigh water.' });
    const outcomes = async () => (await jobOf(ada.client, jobId)).outcomes;
    const bombOf = async () => (await outcomes()).find(({ name }) => name === 'bomb.pdf');
    await over(ada.client, jobId);
    expect(await bombOf()).toMatchObject({ outcome: 'failed', code: 'memory_limit' });
    expect((await outcomes()).find(({ name }) => name === 'fine.md')).toMatchObject({ outcome: 'added' });
    // The third time it is refused because of its history, until a user retries it.
    const third = await upload(ada.client, await baseOf(ada.client, 'Again'), { 'again.pdf': bomb });
    await over(ada.client, third);
    const refused = (await jobOf(ada.client, third)).outcomes[0];
    expect(refused).toMatchObject({ outcome: 'failed', code: 'memory_limit' });
    expect(refused?.reason).toContain('Try again');
    const asked = await ada.client.send('POST', `/api/jobs/${jobId}/retry`);
    expect(asked.status).toBe(202);
    await over(ada.client, jobId);
    expect((await bombOf())?.reason).not.toContain('Try again');
    expect(await bombOf()).toMatchObject({ outcome: 'failed', code: 'memory_limit' });
    expect((await outcomes()).find(({ name }) => name === 'fine.md')).toMatchObject({ outcome: 'added' });
  });
});

describe('KB-1 one person cannot stop the ingest of the others', () => {
  withServer({ cpuMilliseconds: CPU_SECONDS * 1000 });

  it('takes in a line of one while slow files of another are read, and ends those at their limit', async () => {
    const slow = slowPdf();
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [
        `slow-${index}.pdf`,
        new Uint8Array(Buffer.concat([slow, Buffer.from(`%${index}`)])),
      ]),
    );
    const long = await upload(ada.client, await baseOf(ada.client, 'Slow'), files);
    await expect.poll(async () => (await jobOf(ada.client, long)).state, PATIENCE).toBe('running');
    const short = await upload(bob.client, await baseOf(bob.client, 'Line'), { 'line.md': 'High water.' });
    await over(bob.client, short);
    expect((await jobOf(bob.client, short)).outcomes).toMatchObject([{ outcome: 'added' }]);
    expect((await jobOf(ada.client, long)).state).toBe('running');
    // Once cancelled, none of it continues: the same user's next job gets the readers.
    const cancelled = await ada.client.send<Job>('POST', `/api/jobs/${long}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect((await ada.client.send('POST', `/api/jobs/${long}/cancel`)).status).toBe(409);
    expect((await bob.client.send('POST', `/api/jobs/${long}/cancel`)).status).toBe(404);
    const next = await upload(ada.client, await baseOf(ada.client, 'Next'), { 'next.md': 'Low water.' });
    await over(ada.client, next);
    const left = await jobOf(ada.client, long);
    expect(left.state).toBe('cancelled');
    // Had it continued, all six would have hit their limit before the next job began.
    expect(left.outcomes.filter(({ code }) => code === 'time_limit').length).toBeLessThan(6);
    expect((await jobOf(ada.client, next)).state).toBe('done');
  });

  it('ends a slow file at its share of computing, with the reason', async () => {
    const jobId = await upload(ada.client, await baseOf(ada.client, 'One'), {
      'slow.pdf': new Uint8Array(slowPdf()),
    });
    await over(ada.client, jobId);
    expect((await jobOf(ada.client, jobId)).outcomes).toMatchObject([
      { outcome: 'failed', code: 'time_limit', reason: expect.stringContaining(`${CPU_SECONDS} seconds`) },
    ]);
  });

  it('ends the jobs of a knowledge base that is deleted, waiting ones too', async () => {
    const base = await baseOf(ada.client, 'Gone');
    const files = { 'slow.pdf': new Uint8Array(Buffer.concat([slowPdf(), Buffer.from('%gone')])) };
    const running = await upload(ada.client, base, files);
    const waiting = await upload(ada.client, base, { 'later.md': 'Later.' });
    await expect.poll(async () => (await jobOf(ada.client, running)).state, PATIENCE).toBe('running');
    expect((await ada.client.send('DELETE', `/api/knowledge-bases/${base}`)).status).toBe(204);
    expect((await jobOf(ada.client, running)).state).toBe('cancelled');
    expect((await jobOf(ada.client, waiting)).state).toBe('cancelled');
  });
});
