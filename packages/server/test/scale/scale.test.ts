import { checkPackets } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../../../store/src/database/test-database.test-helper.js';
import { linksTo, startWebOfPages } from '../../src/acceptance/web-of-pages.js';
import { Cluster } from './cluster.js';

const server = testServer();
const SLOW = 'custom/fake/tokens=80,gap=20';

describe.skipIf(!server)('OPS-2 several servers and workers as one', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open({ server: server!, servers: 3, workers: 2 });
  });
  afterAll(() => cluster?.close());

  const start = async (modelId = SLOW, index = 0) => {
    const { id } = await cluster.client.newConversation();
    return { conversationId: id, ...(await cluster.to(index).ask(id, 'Hello', { modelId })) };
  };

  const stateOf = async (turnId: string) =>
    (await cluster.client.get<{ status: string }>(`/api/turns/${turnId}`)).status;

  const upload = async (count: number, name: string) => {
    const base = await cluster.client.post<{ id: string }>('/api/knowledge-bases', { name });
    const form = new FormData();
    for (let number = 0; number < count; number += 1)
      form.append(
        'files',
        new Blob([`# Note ${number}\n\nText of note number ${number}.`]),
        `note-${number}.md`,
      );
    const answer = await cluster.client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${base.id}/uploads`,
      form,
    );
    expect(answer.status).toBe(202);
    return { baseId: base.id, jobId: answer.body.jobId };
  };

  const jobState = async (jobId: string) =>
    (await cluster.client.get<{ state: string }>(`/api/jobs/${jobId}`)).state;

  const itemsOf = async (baseId: string) =>
    (await cluster.client.get<{ total: number }>(`/api/knowledge-bases/${baseId}/items?limit=1`)).total;

  it('FLOW-8 shows a turn of one server through all of them, whole and in order', async () => {
    const { turnId } = await start();
    const [own, second, third] = await Promise.all(
      [0, 1, 2].map((index) => cluster.to(index).events(turnId)),
    );
    expect(checkPackets(own!.packets)).toEqual([]);
    expect(second!.raw).toBe(own!.raw);
    expect(third!.raw).toBe(own!.raw);
  });

  it('FLOW-8 resumes from server to server, nothing missing and nothing twice', async () => {
    const { turnId } = await start();
    let seen = '';
    let cursor = 0;
    for (let most = 2; ; most += 5) {
      const part = await cluster.client.events(turnId, { after: cursor, most });
      seen += part.raw;
      cursor = part.packets.at(-1)?.seq ?? cursor;
      if (part.packets.at(-1)?.type === 'turn-stop') break;
    }
    expect(seen).toBe((await cluster.to(0).events(turnId)).raw);
  });

  it('FLOW-7 stops a turn through another server', async () => {
    const { turnId } = await start('custom/fake/tokens=2000,gap=20');
    const watching = cluster.to(2).events(turnId);
    await cluster.to(1).events(turnId, { most: 5 });
    expect((await cluster.to(1).send('POST', `/api/turns/${turnId}/stop`)).status).toBe(204);
    const { packets } = await watching;
    expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'stopped' });
    expect(await stateOf(turnId)).toBe('stopped');
    // A stop through the stored flag alone would arrive as well; the count shows that it came by message.
    expect(packets.filter((packet) => packet.type === 'answer-delta').length).toBeLessThan(500);
  });

  it('FLOW-9 keeps what a killed server had streamed, and answers anew through the others', async () => {
    const { turnId, conversationId } = await start('custom/fake/tokens=2000,gap=20', 2);
    const watching = cluster.to(0).events(turnId);
    await cluster.to(1).events(turnId, { most: 12 });
    await cluster.killServer(2);
    const { packets, raw } = await watching;
    expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'failed' });
    expect(checkPackets(packets)).toEqual([]);
    expect(await stateOf(turnId)).toBe('interrupted');
    expect((await cluster.to(1).events(turnId)).raw).toBe(raw);
    await cluster.client.post(`/api/turns/${turnId}/retry`, {});
    const { messages } = await cluster.client.get<{ messages: { role: string }[] }>(
      `/api/conversations/${conversationId}/messages`,
    );
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant']);
    await cluster.addServer();
  });

  it('KB-1 does each job once, also when the worker that had it is killed', async () => {
    const { baseId, jobId } = await upload(120, 'Notes');
    await expect.poll(() => jobState(jobId), { interval: 50 }).toBe('running');
    await Promise.all([cluster.killWorker(0), cluster.addWorker()]);
    await expect.poll(() => jobState(jobId), { interval: 250 }).toBe('done');
    expect(await itemsOf(baseId)).toBe(120);
  });

  it('goes on without Redis and finds it again', async () => {
    const running = await start();
    const watching = cluster.to(1).events(running.turnId);
    await cluster.redis.kill();
    const { packets } = await watching;
    expect(checkPackets(packets)).toEqual([]);
    expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
    const without = await start('custom/fake/tokens=30,gap=10', 1);
    const whole = await cluster.to(0).events(without.turnId);
    expect(whole.raw).toBe((await cluster.to(1).events(without.turnId)).raw);
    expect(await cluster.client.get('/readyz')).toMatchObject({
      status: 'ready',
      warning: expect.stringContaining('Redis is unreachable') as string,
    });
    const { jobId, baseId } = await upload(3, 'Without Redis');
    expect(await jobState(jobId)).toBe('queued');
    await cluster.redis.start();
    await expect.poll(() => jobState(jobId), { interval: 250 }).toBe('done');
    expect(await itemsOf(baseId)).toBe(3);
  });

  it('KB-10 a source is read by one worker only, however many servers are asked at once', async () => {
    const web = await startWebOfPages();
    web.pages['/docs/'] = `<title>Start</title><p>Tides and fees.</p>${linksTo('tides')}`;
    web.pages['/docs/tides'] = '<title>Tides</title><p>The tide turns at noon.</p>';
    try {
      const base = await cluster.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Web' });
      const settings = { url: `${web.origin}/docs/`, delaySeconds: 0 };
      const { id } = await cluster.client.post<{ id: string }>('/api/sources', {
        knowledgeBaseId: base.id,
        kind: 'site',
        settings,
        everyMinutes: null,
      });
      const source = () =>
        cluster.client.get<{ state: string; syncedAt: string | null }>(`/api/sources/${id}`);
      const isSettled = async () => (await source()).state !== 'syncing' && (await source()).syncedAt;
      await expect.poll(isSettled).toBeTruthy();
      // Its job may still be ending, and a request now would return that one.
      const { jobId } = await cluster.client.post<{ jobId: string }>(`/api/sources/${id}/sync`, {});
      await expect.poll(() => jobState(jobId)).toBe('done');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { '/docs/tides': tides } = web.pages;
      web.pages['/docs/tides'] = (response) => {
        void held.then(() => response.setHeader('content-type', 'text/html').end(tides));
      };
      web.asked.length = 0;
      const started = await Promise.all(
        [0, 1, 2, 0, 1, 2].map((index) =>
          cluster.to(index).post<{ jobId: string }>(`/api/sources/${id}/sync`, {}),
        ),
      );
      release();
      expect(new Set(started.map(({ jobId }) => jobId)).size).toBe(1);
      await expect.poll(() => jobState(started[0]!.jobId)).toBe('done');
      expect(web.asked.filter((path) => path === '/docs/tides')).toHaveLength(1);
      expect(await itemsOf(base.id)).toBe(2);
    } finally {
      web.close();
    }
  });
});
