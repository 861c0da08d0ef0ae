import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsRepository, openDatabase } from '@ibid/store/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';
import { TestClient } from './test-client.js';
import { createTestServer, testStore } from './test-store.js';

const SECRET = 'sk-a-secret-of-the-provider';

let folder: string;
let server: IbidServer;
let url: string;
let root: LoggedIn;
let ann: LoggedIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-secrets-'));
  const started = await startLoginServer({ dataFolder: folder });
  ({ server, url, root } = started);
  ann = await started.add('ann');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const put = (system: object) => root.client.send('PUT', '/api/settings', { system });

async function stored(): Promise<string> {
  const database = await openDatabase({ folder, ...(await urlOf(folder)) });
  try {
    return JSON.stringify(await new SettingsRepository(database.db).all('system'));
  } finally {
    await database.close();
  }
}

async function urlOf(of: string): Promise<{ url?: string }> {
  const { databaseUrl } = await testStore(of);
  return databaseUrl === undefined ? {} : { url: databaseUrl };
}

/** Answers as a provider with one model would, and records its requests. */
async function startProvider() {
  const asked: (string | undefined)[] = [];
  const http = createHttpServer((request, response) => {
    asked.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [{ id: 'one' }] }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, asked, close: () => new Promise((resolve) => http.close(resolve)) };
}

describe('MOD-1 API-2 settings of the system', () => {
  it('are for administrators: members read nothing of prompt, addresses and options', async () => {
    await put({
      systemPrompt: 'The house rule is marigold.',
      reminder: 'Mention marigold.',
      tools: { openUrl: { allowed: ['marigold.example'] } },
      providers: [{ id: 'house', kind: 'openai-compatible', baseUrl: 'http://marigold.invalid:9/v1' }],
      mcpServers: [{ id: 'tools', url: 'http://marigold.invalid:9/mcp', enabled: false }],
    });
    const readKey = await keyOf(root, ['read', 'write']);
    for (const reader of [ann.client, readKey])
      for (const path of ['/api/settings', '/api/models', '/api/tools', '/v1/models'])
        expect(`${path} ${JSON.stringify((await reader.send('GET', path)).body)}`).not.toContain('marigold');
    const own = await ann.client.get<{ system?: object; user: object }>('/api/settings');
    expect(own.system).toBeUndefined();
    expect(own.user).toMatchObject({ timeZone: 'UTC' });
    expect(JSON.stringify(await root.client.get('/api/settings'))).toContain('marigold.invalid');
    expect(JSON.stringify(await root.client.get('/api/models'))).toContain('marigold.invalid');
  });

  it('keep no secret in the clear: a key in an address is taken out of it, headers are sealed', async () => {
    const kept = await put({
      providers: [
        { id: 'house', kind: 'openai-compatible', baseUrl: `http://me:${SECRET}@house.invalid/v1` },
      ],
      mcpServers: [
        {
          id: 'tools',
          url: `http://me:${SECRET}@tools.invalid/mcp?key=${SECRET}`,
          headers: { 'x-token': SECRET },
          enabled: false,
        },
      ],
    });
    expect(kept).toMatchObject({
      status: 200,
      body: {
        system: {
          providers: [{ id: 'house', baseUrl: 'http://house.invalid/v1', apiKeySet: true }],
          mcpServers: [{ id: 'tools', url: 'http://tools.invalid/mcp', headersSet: true }],
        },
      },
    });
    expect(JSON.stringify(kept.body)).not.toContain(SECRET);
    expect(await stored()).not.toContain(SECRET);
    const query = await put({
      providers: [{ id: 'house', kind: 'openai', baseUrl: `https://house.invalid/v1?key=${SECRET}` }],
    });
    expect(query).toMatchObject({ status: 400, body: { code: 'invalid_setting' } });
  });

  it('send a stored key to the address it was entered for, and to no other', async () => {
    const [meant, other] = [await startProvider(), await startProvider()];
    const house = { id: 'house', kind: 'openai-compatible' };
    await put({ providers: [{ ...house, baseUrl: `http://${meant.host}/v1`, apiKey: SECRET }] });
    await root.client.get('/api/models');
    expect(meant.asked).toContain(`Bearer ${SECRET}`);
    const moved = await put({ providers: [{ ...house, baseUrl: `http://${other.host}/v1` }] });
    expect(moved).toMatchObject({ status: 400, body: { code: 'key_needed' } });
    const renamed = await put({ providers: [{ ...house, kind: 'openai' }] });
    expect(renamed).toMatchObject({ status: 400, body: { code: 'key_needed' } });
    await root.client.get('/api/models');
    // Another path on the same server counts as the same place.
    expect((await put({ providers: [{ ...house, baseUrl: `http://${meant.host}/v2` }] })).status).toBe(200);
    const fresh = { ...house, baseUrl: `http://${other.host}/v1`, apiKey: 'another key' };
    expect((await put({ providers: [fresh] })).status).toBe(200);
    await root.client.get('/api/models');
    expect(new Set(other.asked)).toEqual(new Set(['Bearer another key']));
    await meant.close();
    await other.close();
  });

  it('keep headers of a server of tools with its address', async () => {
    const tools = { id: 'tools', enabled: false };
    await put({
      mcpServers: [{ ...tools, url: 'http://tools.invalid/mcp', headers: { 'x-token': SECRET } }],
    });
    const moved = await put({ mcpServers: [{ ...tools, url: 'http://elsewhere.invalid/mcp' }] });
    expect(moved).toMatchObject({ status: 400, body: { code: 'headers_needed' } });
    const same = await put({ mcpServers: [{ ...tools, url: 'http://tools.invalid/mcp' }] });
    expect(same).toMatchObject({ status: 200, body: { system: { mcpServers: [{ headersSet: true }] } } });
    const none = { ...tools, url: 'http://elsewhere.invalid/mcp', headers: {} };
    expect(await put({ mcpServers: [none] })).toMatchObject({
      status: 200,
      body: { system: { mcpServers: [{ headersSet: false }] } },
    });
  });

  it('use a key of the environment for its own address only', async () => {
    const [meant, other] = [await startProvider(), await startProvider()];
    const own = await mkdtemp(join(tmpdir(), 'ibid-environment-key-'));
    const environment = {
      OLLAMA_HOST: 'off',
      OPENAI_API_KEY: SECRET,
      OPENAI_BASE_URL: `http://${meant.host}/v1`,
    };
    const local = await createTestServer({
      dataFolder: own,
      port: 0,
      logLevel: 'silent',
      embedder: 'none',
      environment,
    });
    const client = new TestClient((await local.listen()).url);
    const change = (baseUrl: string) =>
      client.send('PUT', '/api/settings', {
        system: { providers: [{ id: 'openai', kind: 'openai', baseUrl }] },
      });
    await change(`http://${meant.host}/v1`);
    await client.get('/api/models');
    expect(meant.asked).toContain(`Bearer ${SECRET}`);
    await change(`http://${other.host}/v1`);
    await client.get('/api/models');
    expect(other.asked.join(' ')).not.toContain(SECRET);
    await local.close();
    await meant.close();
    await other.close();
    await rm(own, { recursive: true, force: true });
  });

  it('of earlier versions are sealed at the next start', async () => {
    const own = await mkdtemp(join(tmpdir(), 'ibid-earlier-'));
    const options = { dataFolder: own, port: 0, logLevel: 'silent', embedder: 'none' } as const;
    await (await createTestServer({ ...options, environment: { OLLAMA_HOST: 'off' } })).close();
    const write = async (work: (settings: SettingsRepository) => Promise<unknown>) => {
      const database = await openDatabase({ folder: own, ...(await urlOf(own)) });
      await work(new SettingsRepository(database.db));
      await database.close();
    };
    await write(async (settings) => {
      const headers = { authorization: `Bearer ${SECRET}` };
      const baseUrl = `http://me:${SECRET}@house.invalid/v1`;
      await settings.set('system', 'mcpServers', [
        { id: 'tools', url: 'http://tools.invalid/', headers, enabled: false },
      ]);
      await settings.set('system', 'providers', [{ id: 'house', kind: 'openai-compatible', baseUrl }]);
    });
    const again = await createTestServer({ ...options, environment: { OLLAMA_HOST: 'off' } });
    const client = new TestClient((await again.listen()).url);
    expect(await client.get('/api/settings')).toMatchObject({
      system: {
        providers: [{ baseUrl: 'http://house.invalid/v1', apiKeySet: true }],
        mcpServers: [{ headersSet: true }],
      },
    });
    await again.close();
    await write(async (settings) =>
      expect(JSON.stringify(await settings.all('system'))).not.toContain(SECRET),
    );
    await rm(own, { recursive: true, force: true });
  });
});

const keyOf = async (person: LoggedIn, scopes: string[]) => {
  const { key } = await person.client.post<{ key: string }>('/api/keys', { name: 'script', scopes });
  return new TestClient(url, { authorization: `Bearer ${key}` });
};

describe('KB-5 knowledge bases of a user who is no more', () => {
  it('are listed for administrators by name, handed over or deleted', async () => {
    const { id: userId, client } = await startUser('carl');
    const make = (name: string, visibility: string) =>
      client.post<{ id: string }>('/api/knowledge-bases', { name, sharing: { visibility } });
    const open = await make('Open papers', 'public');
    const hidden = await make('Hidden papers', 'private');
    const form = new FormData();
    form.append('files', new Blob(['The larkspur is blue.']), 'flower.txt');
    await client.send('POST', `/api/knowledge-bases/${hidden.id}/uploads`, form);
    await expect
      .poll(async () => (await client.get<{ items: number }>(`/api/knowledge-bases/${hidden.id}`)).items)
      .toBe(1);
    const rows = async () =>
      (await root.client.get<{ rows: { id: string }[] }>('/api/left-behind')).rows.map(({ id }) => id);
    expect(await rows()).toEqual([]);
    const early = await root.client.send('DELETE', `/api/left-behind/${open.id}`);
    expect(early.status).toBe(404);

    await root.client.send('DELETE', `/api/users/${userId}`);
    expect((await rows()).toSorted()).toEqual([open.id, hidden.id].toSorted());
    expect((await ann.client.send('GET', '/api/left-behind')).status).toBe(403);
    expect((await root.client.send('DELETE', `/api/left-behind/${open.id}`)).status).toBe(204);
    expect((await ann.client.send('GET', `/api/knowledge-bases/${open.id}`)).status).toBe(404);

    const search = async (person: LoggedIn) =>
      JSON.stringify((await person.client.send('POST', '/api/search', { query: 'larkspur' })).body);
    expect(await search(ann)).not.toContain('The larkspur');
    const path = `/api/left-behind/${hidden.id}/owner`;
    expect((await root.client.send('PUT', path, { userId: 'nobody' })).status).toBe(404);
    expect((await root.client.send('PUT', path, { userId: ann.id })).status).toBe(204);
    expect(await search(ann)).toContain('The larkspur');
    expect(await search(root)).not.toContain('The larkspur');
    expect(await rows()).toEqual([]);
    expect((await ann.client.send('DELETE', `/api/knowledge-bases/${hidden.id}`)).status).toBe(204);
  });
});

async function startUser(name: string): Promise<LoggedIn> {
  const password = 'quiet words for a test';
  await root.client.post('/api/users', { name, password });
  const answer = await new TestClient(url).send<{ csrfToken: string; user: { id: string } }>(
    'POST',
    '/api/login',
    { name, password },
  );
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  const headers = { cookie, 'x-csrf-token': answer.body.csrfToken };
  return { client: new TestClient(url, headers), id: answer.body.user.id };
}
