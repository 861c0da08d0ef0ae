import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLanguageModel } from '../models/create-language-model.js';
import { listProviderModels } from '../models/list-provider-models.js';
import { fetchWithinOrigin, requireNoKeyService } from './fetch-within-origin.js';

const KEY = 'sk-for-one-server-only';
let front: Server;
let other: Server;
let reached: IncomingHttpHeaders[] = [];
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  other = createServer((request, response) => {
    reached.push(request.headers);
    response.end('{}');
  });
  front = createServer((request, response) => {
    if (request.url === '/here') response.writeHead(307, { location: '/there' }).end();
    else if (request.url === '/there')
      response.end(`${request.method} ${String(request.headers['x-api-key'])}`);
    else response.writeHead(307, { location: `${addressOf(other)}/taken` }).end();
  });
  for (const server of [front, other])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  front.close();
  other.close();
});

describe('a key goes to the server it was entered for', () => {
  it('follows a redirect there, and none to another server', async () => {
    const options = { method: 'POST', body: '{}', headers: { 'x-api-key': KEY } };
    const here = await fetchWithinOrigin(`${addressOf(front)}/here`, options);
    expect(await here.text()).toBe(`POST ${KEY}`);
    const away = await fetchWithinOrigin(`${addressOf(front)}/away`, options);
    expect(away.status).toBe(307);
    expect(reached).toEqual([]);
  });

  it('KB-8 asks no address where clouds hand out keys, however it is written or found', async () => {
    for (const host of [
      '169.254.169.254',
      '2852039166',
      '[::ffff:169.254.169.254]',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '100.100.100.200',
    ])
      await expect(fetchWithinOrigin(`http://${host}/latest/meta-data`)).rejects.toThrow('hand out keys');
    const named = new URL('http://models.example/v1');
    const asOne = (...addresses: string[]) => requireNoKeyService(named, async () => addresses);
    await expect(asOne('10.0.0.8', '169.254.169.254')).rejects.toThrow('hand out keys');
    await asOne('10.0.0.8', '127.0.0.1', '::1');
  });

  it.each(['anthropic', 'google', 'openai', 'mistral', 'ollama', 'openai-compatible'] as const)(
    'holds for %s, whatever header it wants the key in',
    async (kind) => {
      reached = [];
      const provider = { id: 'own', kind, apiKey: KEY, baseUrl: `${addressOf(front)}/v1` };
      const { problem } = await listProviderModels({ ...provider, name: 'own', models: [], source: 'page' });
      expect(problem).toContain('Enter that address instead');
      const known = { contextWindow: 8_000, facts: { thinks: false }, keepAlive: null };
      const model = await createLanguageModel(provider, 'one', known);
      const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];
      await expect(model.doGenerate({ prompt })).rejects.toBeInstanceOf(Error);
      expect(reached).toEqual([]);
    },
  );
});
