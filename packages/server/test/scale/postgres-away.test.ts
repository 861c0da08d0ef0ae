import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackets, startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerProcess } from '../../src/acceptance/server-process.js';
import type { ServerProcess } from '../../src/acceptance/server-process.js';
import { TestClient } from '../../src/acceptance/test-client.js';
import { createTestDatabase, testServer } from '../../../store/src/database/test-database.test-helper.js';
import { CuttableLink } from './cuttable-link.js';

const postgres = testServer();

describe.skipIf(!postgres)('OPS-2 PostgreSQL away', () => {
  let folder: string;
  let fake: FakeOpenAIServer;
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let link: CuttableLink;
  let server: ServerProcess;
  let client: TestClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-away-'));
    fake = await startFakeOpenAIServer();
    own = await createTestDatabase(postgres!);
    const url = new URL(own.url);
    link = new CuttableLink({ host: url.hostname, port: Number(url.port || 5432) });
    await link.mend();
    url.port = String(link.port);
    const options = { dataFolder: folder, databaseUrl: url.href, logLevel: 'silent' } as const;
    server = await startServerProcess(options, { IBID_MODEL_URL: fake.url });
    client = new TestClient(server.url);
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await link?.cut();
    await fake?.close();
    await own?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('says 503, keeps the running turn, and is whole again by itself', async () => {
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, 'Hello', { modelId: 'custom/fake/tokens=120,gap=10' });
    const watching = client.events(turnId);
    await client.events(turnId, { most: 6 });
    await link.cut();
    const refused = await client.send<{ code: string; detail: string }>('POST', '/api/conversations', {});
    expect(refused).toMatchObject({ status: 503, body: { status: 503, code: 'database_unavailable' } });
    expect((await client.send('GET', '/readyz')).status).toBe(503);
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    // The turn ends while it cannot be stored: watchers get the rest once it is stored, and never unstored packets.
    let isOver = false;
    void watching.then(() => (isOver = true));
    await expect.poll(() => fake.answered).toBe(1);
    expect((await client.send('GET', '/readyz')).status).toBe(503);
    expect(isOver).toBe(false);
    await link.mend();
    const { packets, raw } = await watching;
    expect(checkPackets(packets)).toEqual([]);
    expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
    const statusOf = async () => (await client.get<{ status: string }>(`/api/turns/${turnId}`)).status;
    await expect.poll(statusOf).toBe('complete');
    expect((await client.events(turnId)).raw).toBe(raw);
    expect((await client.send('GET', '/readyz')).status).toBe(200);
    expect((await client.newConversation()).id).not.toBe(id);
  });

  it('KB-1 takes in every file of an upload that meets it, and says of each that it was added', async () => {
    const NOTES = 40;
    const base = await client.send<{ id: string }>('POST', '/api/knowledge-bases', { name: 'Away' });
    const form = new FormData();
    for (let note = 0; note < NOTES; note += 1)
      form.append(
        'files',
        new Blob([`# Note ${note}\n\n${`Text of note ${note}. `.repeat(40)}`]),
        `${note}.md`,
      );
    const path = `/api/knowledge-bases/${base.body.id}`;
    const { body } = await client.send<{ jobId: string }>('POST', `${path}/uploads`, form);
    const totalOf = async () => (await client.get<{ total: number }>(`${path}/items?limit=1`)).total;
    await expect.poll(totalOf, { interval: 5 }).toBeGreaterThan(0);
    await link.cut();
    // The server has noticed, and so has the upload.
    await expect.poll(async () => (await client.send('GET', '/readyz')).status).toBe(503);
    await link.mend();
    interface View {
      state: string;
      outcomes: { outcome: string }[];
    }
    const job = () => client.get<View>(`/api/jobs/${body.jobId}`);
    await expect.poll(async () => (await job()).state).toBe('done');
    const { outcomes } = await job();
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array.from({ length: NOTES }, () => 'added'));
    expect(await totalOf()).toBe(NOTES);
  });
});
