import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer } from './login-server.js';
import { TestClient } from './test-client.js';

const REQUESTS = 40;
const TURNS = 3;

let folder: string;
let server: IbidServer;
let url: string;
let ann: TestClient;
let bob: TestClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-limits-'));
  const limits = { requestsPerMinute: REQUESTS, turnsPerMinute: TURNS };
  const started = await startLoginServer({ dataFolder: folder, limits });
  ({ server, url } = started);
  ann = (await started.add('ann')).client;
  bob = (await started.add('bob')).client;
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('API-1 limits of requests', () => {
  it('are of each person: turns by themselves, then everything, with the time to wait', async () => {
    const { id } = await ann.newConversation();
    const send = () =>
      ann.send('POST', `/api/conversations/${id}/turns`, { text: 'Hello', parentMessageId: null });
    const sent = [];
    for (let number = 0; number <= TURNS; number += 1) sent.push(await send());
    expect(sent.map((answer) => answer.status).slice(0, TURNS)).not.toContain(429);
    expect(sent.at(-1)).toMatchObject({ status: 429, body: { code: 'too_many_requests', status: 429 } });
    expect(sent.at(-1)!.headers.get('content-type')).toContain('application/problem+json');
    expect(Number(sent.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    // Reading still works.
    expect((await ann.send('GET', '/api/conversations')).status).toBe(200);

    const read = [];
    for (let number = 0; number < REQUESTS; number += 1)
      read.push((await ann.send('GET', '/api/conversations')).status);
    expect(read[0]).toBe(200);
    expect(read.at(-1)).toBe(429);
    // Limits are per user, although all use one address.
    expect((await bob.send('GET', '/api/conversations')).status).toBe(200);
    expect((await bob.newConversation()).id).toBeTruthy();
  });

  it('are of an address for strangers, and not passed by a made-up one', async () => {
    const stranger = new TestClient(url);
    const answers = [];
    for (let number = 0; number <= REQUESTS; number += 1)
      answers.push(
        await stranger.send('GET', '/api/conversations', undefined, {
          'x-forwarded-for': `10.0.0.${number}`,
        }),
      );
    expect(answers[0]!.status).toBe(401);
    expect(answers.at(-1)!.status).toBe(429);
  });

  it('are of all addresses that one who has IPv6 has', async () => {
    const other = await mkdtemp(join(tmpdir(), 'ibid-limits-'));
    const limits = { requestsPerMinute: REQUESTS };
    const started = await startLoginServer({ dataFolder: other, limits, trustProxy: true });
    try {
      const from = (address: string) =>
        new TestClient(started.url).send('GET', '/api/conversations', undefined, {
          'x-forwarded-for': address,
        });
      for (let number = 0; number < REQUESTS; number += 1) await from(`2001:db8:1:2::${number.toString(16)}`);
      expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429);
      expect((await from('2001:db8:1:3::1')).status).toBe(401);
    } finally {
      await started.server.close();
      await rm(other, { recursive: true, force: true });
    }
  });
});
