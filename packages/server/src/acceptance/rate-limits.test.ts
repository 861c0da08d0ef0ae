import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

const REQUESTS = 40;
const TURNS = 3;

let folder: string;
let server: IbidServer;
let url: string;
/** With keys of their own: cookies are the page's. */
const people: TestClient[] = [];

/** In a process of its own counts, over HTTP: calls inside the process have no limits. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-limits-'));
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    mode: 'login',
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
    limits: { requestsPerMinute: REQUESTS, turnsPerMinute: TURNS },
  });
  const listening = await server.listen();
  ({ url } = listening);
  const token = new URL(listening.setupUrl!).searchParams.get('token');
  const setUp = await inside('/api/setup', { token, name: 'root', password: 'a long enough password' });
  const cookie = setUp.headers.get('set-cookie')!.split(';')[0]!;
  const { csrfToken } = (await setUp.json()) as { csrfToken: string };
  const session = { cookie, 'x-csrf-token': csrfToken };
  for (const name of ['ann', 'bob']) {
    const password = 'a long enough password';
    await inside('/api/users', { name, password }, session);
    const entered = await inside('/api/login', { name, password });
    const { csrfToken: csrf } = (await entered.clone().json()) as { csrfToken: string };
    const made = await inside(
      '/api/keys',
      { name: 'own', scopes: ['write'] },
      { cookie: entered.headers.get('set-cookie')!.split(';')[0]!, 'x-csrf-token': csrf },
    );
    const { key } = (await made.json()) as { key: string };
    people.push(new TestClient(url, { authorization: `Bearer ${key}` }));
  }
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function inside(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  ) as Promise<Response>;
}

describe('API-1 limits of requests', () => {
  it('are of each person: turns by themselves, then everything, with the time to wait', async () => {
    const [ann, bob] = people as [TestClient, TestClient];
    const { id } = await ann.newConversation();
    const send = () =>
      ann.send('POST', `/api/conversations/${id}/turns`, { text: 'Hello', parentMessageId: null });
    const sent = [];
    for (let number = 0; number <= TURNS; number += 1) sent.push(await send());
    expect(sent.map((answer) => answer.status).slice(0, TURNS)).not.toContain(429);
    expect(sent.at(-1)).toMatchObject({ status: 429, body: { code: 'too_many_requests', status: 429 } });
    expect(sent.at(-1)!.headers.get('content-type')).toContain('application/problem+json');
    expect(Number(sent.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    // Reading goes on.
    expect((await ann.send('GET', '/api/conversations')).status).toBe(200);

    const read = [];
    for (let number = 0; number < REQUESTS; number += 1)
      read.push((await ann.send('GET', '/api/conversations')).status);
    expect(read[0]).toBe(200);
    expect(read.at(-1)).toBe(429);
    // A person's limits are nobody else's, though all come from one address.
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
});
