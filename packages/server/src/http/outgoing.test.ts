import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openidClient, providerClient } from '../auth/oidc/provider-client.js';
import { mcpTools } from '../mcp/mcp-client-tools.js';
import { createLanguageModel } from '../models/create-language-model.js';
import { createRerankingModel } from '../models/create-reranking-model.js';
import { listProviderModels } from '../models/list-provider-models.js';
import { PROVIDER_KIND_NAMES } from '../models/provider-kinds.js';
import type { ProviderKind } from '../models/provider-kinds.js';
import type { Services } from '../services.js';
import { webSearchProvider } from '../turns/web-search-provider.js';
import { createOutgoing } from './outgoing.js';
import type { Outgoing } from './outgoing.js';

const KEY = 'sk-for-one-server-only';
const METADATA = '169.254.169.254';
let front: Server;
let other: Server;
let reached: IncomingHttpHeaders[] = [];
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const addressOf = (server: Server) => `http://127.0.0.1:${portOf(server)}`;

/** Addresses of names, one answer after another; the last one repeats. */
const meanings = new Map<string, string[]>();
let lookups: string[] = [];
const resolve = async (host: string): Promise<string[]> => {
  lookups.push(host);
  const answers = meanings.get(host) ?? [];
  return answers.length > 1 ? [answers.shift()!] : answers.slice(0, 1);
};
const withLogin = () => createOutgoing({ privateHosts: ['mine.example'], resolve });

/** The discovery document of a login provider. */
let discovery: (issuer: string) => object = () => ({});

beforeAll(async () => {
  other = createServer((request, response) => {
    reached.push(request.headers);
    response.end('{}');
  });
  front = createServer((request, response) => {
    if (request.url === '/here') response.writeHead(307, { location: '/there' }).end();
    else if (request.url === '/there')
      response.end(`${request.method} ${String(request.headers['x-api-key'])}`);
    else if (request.url === '/slow') response.writeHead(200).write('a beginning');
    else if (request.url === '/.well-known/openid-configuration')
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ issuer: addressOf(front), ...discovery(addressOf(front)) }));
    else response.writeHead(307, { location: `${addressOf(other)}/taken` }).end();
  });
  for (const server of [front, other]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

beforeEach(() => {
  reached = [];
  lookups = [];
  meanings.clear();
});

afterAll(() => {
  for (const server of [front, other]) {
    server.closeAllConnections();
    server.close();
  }
});

async function askModels(kind: ProviderKind, base: string, { fetch }: Outgoing) {
  const provider = { id: 'own', kind, apiKey: KEY, baseUrl: `${base}/v1` };
  const listed = await listProviderModels({ ...provider, name: 'own', models: [], source: 'page' }, fetch);
  const known = { contextWindow: 8_000, facts: { thinks: false }, keepAlive: null };
  const model = await createLanguageModel(provider, 'one', known, fetch);
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];
  await expect(model.doGenerate({ prompt })).rejects.toBeInstanceOf(Error);
  const documents = { type: 'text' as const, values: ['one'] };
  const rerank = createRerankingModel(provider, 'one', fetch)?.doRerank({ query: 'one', documents });
  if (rerank) await expect(rerank).rejects.toBeInstanceOf(Error);
  return listed.problem;
}

/** The reason why its tools are skipped. */
async function askTools(base: string, outgoing: Outgoing): Promise<string> {
  const reasons: string[] = [];
  const log = { warn: ({ reason }: { reason: string }) => reasons.push(reason) };
  const services = { settings: {}, secrets: {}, outgoing, log } as unknown as Services;
  expect(await mcpTools(services, [{ id: 'tools', url: `${base}/mcp`, enabled: true }])).toEqual([]);
  return reasons.join();
}

async function searchWeb(base: string, { fetch }: Outgoing): Promise<unknown> {
  const search = webSearchProvider({ IBID_WEB_SEARCH_URL: base }, { fetch, hosts: null })!;
  return search.search({ query: 'wind', count: 3, signal: new AbortController().signal });
}

const provider = (issuer: string) => ({
  id: 'house',
  name: 'House',
  issuer,
  clientId: 'ibid',
  clientSecret: KEY,
  clientAuthentication: 'basic' as const,
  scopes: [],
  recheckMinutes: 10,
});
const discover = (outgoing: Outgoing, issuer: string) =>
  providerClient(outgoing, provider(issuer) as unknown as Parameters<typeof providerClient>[1]);

/** The full text of a refusal, including its causes. */
const wordsOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: Error) => {
      const words = [];
      for (let one: unknown = error; one instanceof Error; one = one.cause) words.push(one.message);
      return words.join(' | ');
    },
  );

describe('a key goes to the server it was entered for', () => {
  it('follows a redirect there, and none to another server', async () => {
    const { fetch } = withLogin();
    const options = { method: 'POST', body: '{}', headers: { 'x-api-key': KEY } };
    const here = await fetch(`${addressOf(front)}/here`, options);
    expect(await here.text()).toBe(`POST ${KEY}`);
    const away = await fetch(`${addressOf(front)}/away`, options);
    expect(away.status).toBe(307);
    expect(reached).toEqual([]);
  });

  it.each(PROVIDER_KIND_NAMES)('holds for %s, whatever header it wants the key in', async (kind) => {
    const problem = await askModels(kind, addressOf(front), withLogin());
    expect(problem).toContain('Enter that address instead');
    expect(reached).toEqual([]);
  });

  it('holds for tools, the web search and log-ins, which follow into no other server', async () => {
    expect(await askTools(addressOf(front), withLogin())).not.toBe('');
    expect(await wordsOf(searchWeb(addressOf(front), withLogin()))).toContain('status 307');
    expect(await wordsOf(discover(withLogin(), `${addressOf(front)}/away`))).not.toContain('nothing');
    expect(reached).toEqual([]);
  });
});

describe('as the platform’s own fetch', () => {
  it('ends an answer that is stopped in the middle, and says that it was', async () => {
    const stop = new AbortController();
    const response = await withLogin().fetch(`${addressOf(front)}/slow`, { signal: stop.signal });
    const reader = response.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('a beginning');
    stop.abort();
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('fails in the same words where nobody answers, so that callers try again', async () => {
    meanings.set('mine.example', ['127.0.0.1']);
    const nobody = withLogin().fetch('http://mine.example:1/');
    await expect(nobody).rejects.toMatchObject({ name: 'TypeError', message: 'fetch failed' });
  });
});

describe('KB-8 what a name means when it is connected to', () => {
  it('asks no address where clouds hand out keys, however it is written or found', async () => {
    const { fetch } = createOutgoing({ privateHosts: null, resolve });
    for (const host of [
      METADATA,
      '2852039166',
      '[::ffff:169.254.169.254]',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '100.100.100.200',
    ])
      await expect(fetch(`http://${host}/latest/meta-data`)).rejects.toThrow('hand out keys');
    meanings.set('models.lan', [METADATA]);
    await expect(fetch('http://models.lan/v1')).rejects.toThrow('hand out keys');
    const both = createOutgoing({ privateHosts: null, resolve: async () => ['127.0.0.1', METADATA] });
    await expect(both.fetch(`http://models.lan:${portOf(other)}/`)).rejects.toThrow('hand out keys');
    expect(reached).toEqual([]);
  });

  it('connects to what was checked: a name is looked up once for it, and again for the next one', async () => {
    const { fetch } = withLogin();
    meanings.set('mine.example', ['127.0.0.1', METADATA]);
    const at = `http://mine.example:${portOf(other)}/`;
    expect((await fetch(at, { headers: { connection: 'close' } })).status).toBe(200);
    expect(lookups).toEqual(['mine.example']);
    await expect(fetch(at)).rejects.toThrow('hand out keys');
    expect(reached).toHaveLength(1);
  });

  it('lets names that could be anybody’s lead inside only with a certificate, or if they are listed', async () => {
    const inside = (host: string) => {
      meanings.set(host, ['127.0.0.1']);
      return `//${host}:${portOf(other)}/`;
    };
    const { fetch } = withLogin();
    for (const host of ['localhost', 'ollama', 'gpu.lan', 'ollama.models.svc', 'mine.example', '127.0.0.1'])
      expect([host, (await fetch(`http:${inside(host)}`)).status]).toEqual([host, 200]);
    const before = reached.length;
    expect(await wordsOf(fetch(`http:${inside('rebound.example')}`))).toContain('IBID_PRIVATE_HOSTS');
    // Gets as far as the handshake and no further: the internal server has no certificate for this name.
    expect(await wordsOf(fetch(`https:${inside('rebound.example')}`))).toMatch(/fetch failed.*SSL|EPROTO/u);
    expect(reached).toHaveLength(before);
    const local = createOutgoing({ privateHosts: null, resolve });
    expect((await local.fetch(`http:${inside('rebound.example')}`)).status).toBe(200);
  });

  it('refuses a name that turned inside to models, tools, the web search and log-ins', async () => {
    const turned = `http://turned.example:${portOf(other)}`;
    meanings.set('turned.example', ['127.0.0.1']);
    for (const kind of ['ollama', 'openai-compatible', 'openai'] as const)
      expect(await askModels(kind, turned, withLogin())).toContain('IBID_PRIVATE_HOSTS');
    expect(await askTools(turned, withLogin())).toContain('IBID_PRIVATE_HOSTS');
    expect(await wordsOf(searchWeb(turned, withLogin()))).toContain('IBID_PRIVATE_HOSTS');
    meanings.set('turned.example', [METADATA]);
    const secure = `https://turned.example:${portOf(other)}`;
    expect(await askModels('openai', secure, withLogin())).toContain('hand out keys');
    expect(await askTools(secure, withLogin())).toContain('hand out keys');
    expect(await wordsOf(searchWeb(secure, withLogin()))).toContain('hand out keys');
    expect(await wordsOf(discover(withLogin(), secure))).toContain('hand out keys');
    expect(reached).toEqual([]);
  });

  it('ORG-1 lets a provider of log-ins name no address inside that is not its own', async () => {
    const { fetchOf } = withLogin();
    const outside = fetchOf(new URL('https://log-in.example'));
    meanings.set('log-in.example', ['93.184.215.14']);
    meanings.set('inside.example', ['10.0.0.8']);
    meanings.set('mine.example', ['127.0.0.1']);
    const there = portOf(other);
    for (const address of [
      `https://127.0.0.1:${there}/token`,
      `http://127.0.0.1:${there}/token`,
      `https://localhost:${there}/jwks`,
      'https://inside.example/userinfo',
      'http://log-in.example/token',
      `http://mine.example:${there}/token`,
      `https://${METADATA}/latest`,
    ])
      expect([address, await wordsOf(outside(address))]).toEqual([
        address,
        expect.stringMatching(/private network|hand out keys|is not known/u),
      ]);
    // A listed provider inside: as far as the handshake.
    meanings.set('log-in.example', ['10.0.0.7']);
    meanings.set('inside.example', ['127.0.0.1']);
    const shaken = /SSL|EPROTO/u;
    expect(await wordsOf(outside(`https://inside.example:${there}/token`))).toMatch(shaken);
    meanings.set('log-in.example', ['93.184.215.14']);
    expect(await wordsOf(outside(`https://mine.example:${there}/token`))).toMatch(shaken);
    expect(reached).toEqual([]);
  });

  it('ORG-1 holds for tokens and answers wherever a document of discovery says they are', async () => {
    const there = portOf(other);
    meanings.set('inside.example', ['127.0.0.1']);
    for (const base of [`http://inside.example:${there}`, `http://${METADATA}`]) {
      discovery = (issuer) => ({
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/jwks`,
        userinfo_endpoint: `${base}/userinfo`,
      });
      const client = await openidClient();
      const configuration = await discover(withLogin(), addressOf(front));
      const refused = /private network|hand out keys/u;
      expect(await wordsOf(client.refreshTokenGrant(configuration, 'kept'))).toMatch(refused);
      expect(await wordsOf(client.fetchUserInfo(configuration, 'kept', 'ada'))).toMatch(refused);
    }
    expect(reached).toEqual([]);
  });
});
