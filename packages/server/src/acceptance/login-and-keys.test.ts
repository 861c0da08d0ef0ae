import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type IbidServer } from '../create-server.js';
import { PASSWORD, startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';
import { TestClient } from './test-client.js';

const FAILED_LOGINS = 2;
const TURNS = 2;

let folder: string;
let server: IbidServer;
let url: string;
let root: LoggedIn;
let ann: LoggedIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-login-'));
  const limits = { failedLogins: FAILED_LOGINS, turnsPerMinute: TURNS };
  const started = await startLoginServer({ dataFolder: folder, limits, trustProxy: true });
  ({ server, url, root } = started);
  ann = await started.add('ann');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const logIn = async (name: string, password: string, from: string) =>
  (await new TestClient(url).send('POST', '/api/login', { name, password }, { 'x-forwarded-for': from }))
    .status;

const keyOf = async (person: LoggedIn, scopes: string[]) => {
  const { key } = await person.client.post<{ key: string }>('/api/keys', { name: 'script', scopes });
  return new TestClient(url, { authorization: `Bearer ${key}` });
};

describe('API-2 a server without login', () => {
  it.each(['0.0.0.0', '::', '192.168.1.20', 'ibid.example.com'])('does not start on %s', async (host) => {
    const begun = createServer({ dataFolder: join(folder, 'local'), host, logLevel: 'silent' });
    await expect(begun).rejects.toMatchObject({ code: 'local_mode_needs_loopback' });
  });
});

describe('API-2 keys', () => {
  it('that are wrong are told from none at all', async () => {
    const asked = (headers: Record<string, string>) =>
      new TestClient(url, headers).send<{ detail: string }>('GET', '/api/conversations');
    expect((await asked({})).body.detail).toContain('Log in, or send an API key');
    expect(await asked({ authorization: 'Bearer ibid_mistyped' })).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('This API key is not valid') as string },
    });
  });

  it('are made by people: a key makes none that would outlive it', async () => {
    for (const scopes of [['read', 'write'], ['admin']]) {
      const key = await keyOf(root, scopes);
      const made = await key.send('POST', '/api/keys', { name: 'child', scopes: ['read'] });
      expect(made).toMatchObject({ status: 403, body: { code: 'login_needed' } });
    }
    const { rows } = await root.client.get<{ rows: { name: string }[] }>('/api/keys');
    expect(rows.map(({ name }) => name)).not.toContain('child');
  });

  it('end with the password, as sessions do', async () => {
    const bob = await startBob('bob');
    const key = await keyOf(bob, ['read']);
    expect((await key.send('GET', '/api/conversations')).status).toBe(200);
    await root.client.send('PATCH', `/api/users/${bob.id}`, { groups: ['team'] });
    expect((await key.send('GET', '/api/conversations')).status).toBe(200);
    await root.client.send('PATCH', `/api/users/${bob.id}`, { password: 'four other quiet words' });
    expect((await key.send('GET', '/api/conversations')).status).toBe(401);
    expect((await bob.client.send('GET', '/api/conversations')).status).toBe(401);
  });
});

async function startBob(name: string): Promise<LoggedIn> {
  await root.client.post('/api/users', { name, password: PASSWORD });
  const answer = await new TestClient(url).send<{ csrfToken: string; user: { id: string } }>(
    'POST',
    '/api/login',
    { name, password: PASSWORD },
  );
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  const headers = { cookie, 'x-csrf-token': answer.body.csrfToken };
  return { client: new TestClient(url, headers), id: answer.body.user.id };
}

describe('API-2 passwords', () => {
  it('nobody shuts an administrator out from elsewhere, and guessing is slowed down', async () => {
    expect(await logIn('root', PASSWORD, '192.0.2.1')).toBe(200);
    // In parallel: even on a slow machine, the wait is not over before the last one.
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, guess) => logIn('root', `guess number ${guess}`, '198.51.100.7')),
    );
    expect(guesses.filter((status) => status === 401)).toHaveLength(FAILED_LOGINS + 1);
    expect(guesses.filter((status) => status === 429)).toHaveLength(9 - FAILED_LOGINS);
    expect(await logIn('root', PASSWORD, '203.0.113.9')).toBe(200);
    for (let place = 0; place < FAILED_LOGINS * 10; place += 1)
      await logIn('root', 'a wrong one from somewhere', `198.51.100.${100 + place}`);
    expect(await logIn('root', PASSWORD, '198.51.100.250')).toBe(429);
    expect(await logIn('root', PASSWORD, '192.0.2.1')).toBe(200);
  });

  it('that are right do not count: a whole office may log in from one address', async () => {
    for (let number = 0; number < FAILED_LOGINS * 3 + 5; number += 1)
      expect(await logIn('ann', PASSWORD, '192.0.2.50')).toBe(200);
  });

  it('that are guessed first are not taken, for new users and for known ones', async () => {
    for (const password of ['password2026', 'marie-curie1', 'qwertyuiop'])
      expect(await root.client.send('POST', '/api/users', { name: 'marie.curie', password })).toMatchObject({
        status: 400,
        body: { code: 'weak_password' },
      });
    expect(
      await root.client.send('PATCH', `/api/users/${ann.id}`, { password: 'Welcome2026!' }),
    ).toMatchObject({ status: 400, body: { code: 'weak_password' } });
    expect((await ann.client.send('GET', '/api/conversations')).status).toBe(200);
  });
});

describe('API-1 questions through MCP', () => {
  it('count as turns', async () => {
    const ask = async () => {
      const { body } = await ann.client.send<string>(
        'POST',
        '/mcp',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'ask', arguments: { question: 'What is in the documents?' } },
        },
        { accept: 'application/json, text/event-stream' },
      );
      return JSON.stringify(body);
    };
    for (let turn = 0; turn < TURNS; turn += 1) expect(await ask()).not.toContain('Too many');
    expect(await ask()).toContain('Too many requests');
    const { id } = await ann.client.newConversation();
    const sent = await ann.client.send('POST', `/api/conversations/${id}/turns`, {
      text: 'Hello',
      parentMessageId: null,
    });
    expect(sent.status).toBe(429);
  });
});
