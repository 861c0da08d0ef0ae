import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { createTestServer } from './test-store.js';

interface Operation {
  method: string;
  path: string;
  operation: {
    parameters?: { name: string; in: string }[];
    requestBody?: { content: Record<string, { schema?: Record<string, unknown> }> };
  };
}

interface Person {
  cookie: string;
  csrf: string;
  id: string;
}

let folder: string;
let server: IbidServer;
let operations: Operation[];
let administrator: Person;
let ann: Person;
let bob: Person;
let readKey: string;
/** Objects that belong to Ann, by the kind in a path. */
let owned: Record<string, string>;

async function request(
  method: string,
  path: string,
  options: { person?: Person; key?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Record<string, unknown>; response: Response }> {
  const { person, key, body } = options;
  const response = await server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(person ? { cookie: person.cookie, 'x-csrf-token': person.csrf } : {}),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    }),
  );
  const isStream = response.headers.get('content-type')?.includes('event-stream');
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  let parsed: Record<string, unknown> = {};
  try {
    parsed = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Not every response is JSON.
  }
  return { status: response.status, body: parsed, response };
}

async function logIn(path: string, body: unknown): Promise<Person> {
  const answer = await request('POST', path, { body });
  const cookie = answer.response.headers.get('set-cookie')!.split(';')[0]!;
  const { csrfToken, user } = answer.body as { csrfToken: string; user: { id: string } };
  return { cookie, csrf: csrfToken, id: user.id };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-access-'));
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    mode: 'login',
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
    limits: { failedLogins: 4 },
  });
  const { setupUrl } = await server.listen();
  const token = new URL(setupUrl!).searchParams.get('token');
  const password = 'a long enough password';
  administrator = await logIn('/api/setup', { token, name: 'root', password });
  for (const name of ['ann', 'bob'])
    await request('POST', '/api/users', { person: administrator, body: { name, password } });
  ann = await logIn('/api/login', { name: 'Ann', password });
  bob = await logIn('/api/login', { name: 'bob', password });
  owned = await makeThings();
  const made = await request('POST', '/api/keys', {
    person: ann,
    body: { name: 'reader', scopes: ['read'] },
  });
  readKey = made.body['key'] as string;
  const description = (await request('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, Operation['operation']>>;
  };
  operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function makeThings(): Promise<Record<string, string>> {
  const post = async (path: string, body: unknown) =>
    (await request('POST', path, { person: ann, body })).body as Record<string, string>;
  const conversation = await post('/api/conversations', {});
  const turn = await post(`/api/conversations/${conversation['id']}/turns`, {
    text: 'Hello',
    parentMessageId: null,
  });
  const base = await post('/api/knowledge-bases', { name: 'Private' });
  const upload = () => {
    const form = new FormData();
    form.append('files', new Blob(['The secret word is marigold.']), 'secret.txt');
    return form;
  };
  const job = await post(`/api/knowledge-bases/${base['id']}/uploads`, upload());
  const file = await post('/api/files', upload());
  const project = await post('/api/projects', { name: 'P' });
  const agent = await post('/api/agents', { name: 'A' });
  const table = await post('/api/tables', { name: 'T' });
  const column = { name: 'Word', kind: 'text', question: 'Which word is secret?' };
  await post(`/api/tables/${table['id']}/columns`, column);
  const key = await post('/api/keys', { name: 'k' });
  const contradictions = await post('/api/contradictions', { knowledgeBaseIds: [base['id']] });
  const report = await post('/api/reports', { question: 'Which word is secret?' });
  // Only administrators add sources; afterwards it belongs to Ann.
  const setRole = (role: string) =>
    request('PATCH', `/api/users/${ann.id}`, { person: administrator, body: { role } });
  await setRole('administrator');
  const source = await post('/api/sources', {
    knowledgeBaseId: base['id'],
    kind: 'feed',
    settings: { url: 'http://127.0.0.1:9/feed' },
    everyMinutes: null,
  });
  await setRole('member');
  const waiting = { person: ann };
  let items: { id: string }[] = [];
  while (items.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const list = await request('GET', `/api/knowledge-bases/${base['id']}/items`, waiting);
    items = list.body['rows'] as { id: string }[];
  }
  let status = 'running';
  while (status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 30));
    status = (await request('GET', `/api/turns/${turn['turnId']}`, waiting)).body['status'] as string;
  }
  await post(`/api/tables/${table['id']}/rows`, { knowledgeBaseIds: [base['id']] });
  const { columns } = (await request('GET', `/api/tables/${table['id']}`, waiting)).body as {
    columns: { id: string }[];
  };
  const talk = await request('GET', `/api/conversations/${conversation['id']}/messages`, waiting);
  const messageId = (talk.body['messages'] as { id: string }[]).at(-1)!.id;
  await post(`/api/conversations/${conversation['id']}/links`, { messageId });
  return {
    row: (await firstOf(`/api/tables/${table['id']}/rows`))['id']!,
    column: columns[0]!.id,
    link: (await firstOf(`/api/conversations/${conversation['id']}/links`))['id']!,
    conversations: conversation['id']!,
    turns: turn['turnId']!,
    'knowledge-bases': base['id']!,
    jobs: job['jobId']!,
    items: items[0]!.id,
    files: file['id']!,
    projects: project['id']!,
    agents: agent['id']!,
    tables: table['id']!,
    sources: source['id']!,
    keys: key['id']!,
    contradictions: contradictions['id']!,
    reports: report['id']!,
    feedback: await feedbackOf(turn['turnId']!),
    users: ann.id,
    sessions: (await firstOf('/api/sessions'))['id']!,
    ui: conversation['id']!,
  };
}

async function firstOf(path: string): Promise<Record<string, string>> {
  const { body } = await request('GET', path, { person: ann });
  return (body['rows'] as Record<string, string>[])[0]!;
}

async function feedbackOf(turnId: string): Promise<string> {
  const said = await request('PATCH', `/api/turns/${turnId}/feedback`, {
    person: ann,
    body: { verdict: 'right' },
  });
  return (said.body['feedback'] as { id: string }).id;
}

/** The path with Ann's ids filled in. */
function filled(path: string): string {
  const kind = path.split('/')[2] ?? '';
  return path
    .replace('{id}', owned[kind] ?? 'unknown')
    .replace('{fileId}', owned['files']!)
    .replace('{folderId}', 'unknown')
    .replace('{linkId}', owned['link']!)
    .replace('{rowId}', owned['row']!)
    .replace('{columnId}', owned['column']!)
    .replace('{name}', 'fd:1')
    .replace('{number}', '1')
    .replace('{page}', '1')
    .replace('{path}', 'a.txt')
    .replace(/\/search$/u, (end) => (path.includes('descriptors') ? `${end}?pattern=x` : end));
}

const isPublic = ({ method, path }: Operation) =>
  ['GET /api/session', 'POST /api/login', 'POST /api/setup', 'POST /api/shared'].includes(
    `${method} ${path}`,
  ) || path.startsWith('/api/login/{provider}');

describe('API-2 access, route by route', () => {
  it('knows a good number of routes', () => {
    expect(operations.length).toBeGreaterThan(55);
  });

  it('lets nobody in who is not logged in', async () => {
    for (const operation of operations.filter((one) => !isPublic(one))) {
      const { status } = await request(operation.method, filled(operation.path), {
        body: bodyFor(operation),
      });
      expect(`${operation.method} ${operation.path} ${status}`).toBe(
        `${operation.method} ${operation.path} 401`,
      );
    }
  });

  it("gives another user 404 for every id of Ann's, also to an administrator", async () => {
    for (const person of [bob, administrator]) {
      for (const operation of operations.filter((one) => one.path.includes('{id}'))) {
        if (operation.path.startsWith('/api/users')) continue;
        const answer = await request(operation.method, filled(operation.path), {
          person,
          body: bodyFor(operation),
        });
        // Administrator routes reveal nothing about the id to others.
        const forAdministrators =
          operation.path.startsWith('/api/left-behind') ||
          operation.path.startsWith('/api/providers') ||
          (operation.method === 'POST' && /\/folders(\/\{folderId\}\/sync)?$/u.test(operation.path));
        // Another user's chat looks like one without messages: there is nothing to resume.
        const isResume = operation.path === '/api/ui/chat/{id}/stream';
        const expected = isResume ? 204 : forAdministrators && person === bob ? 403 : 404;
        expect(`${operation.method} ${operation.path} ${answer.status}`).toBe(
          `${operation.method} ${operation.path} ${expected}`,
        );
      }
    }
  });

  it('has something of Ann’s for every route with an id', () => {
    const kinds = operations.flatMap(({ path }) => (path.includes('{id}') ? [path.split('/')[2]!] : []));
    // These belong to the server, not to a user; `left-behind` lists what nobody owns any more.
    const ofTheServer = ['providers', 'left-behind', 'models'];
    const missing = [...new Set(kinds)].filter((kind) => !owned[kind] && !ofTheServer.includes(kind));
    expect(missing).toEqual([]);
  });

  it('does nothing to what is Ann’s below something of another user’s own', async () => {
    const make = async (path: string, body: object) =>
      (await request('POST', path, { person: bob, body })).body['id'] as string;
    const table = `/api/tables/${await make('/api/tables', { name: 'Mine' })}`;
    const { row, column, link, files } = owned;
    for (const [method, path, body] of [
      ['DELETE', `${table}/rows/${row}`],
      ['DELETE', `${table}/columns/${column}`],
      ['PUT', `${table}/cells/${row}/${column}`, { value: 'Mine', version: 0 }],
      ['GET', `${table}/cells/${row}/${column}/edits`],
      ['DELETE', `/api/conversations/${await make('/api/conversations', {})}/links/${link}`],
      ['DELETE', `/api/projects/${await make('/api/projects', { name: 'Mine' })}/files/${files}`],
    ] as const) {
      const { status } = await request(method, path, { person: bob, body });
      expect(`${method} ${path} ${status}`).toMatch(/ 404$/u);
    }
    expect((await firstOf(`/api/tables/${owned['tables']}/rows`))['id']).toBe(row);
    expect((await firstOf(`/api/conversations/${owned['conversations']}/links`))['id']).toBe(link);
    expect((await request('GET', `/api/files/${files}`, { person: ann })).status).toBe(200);
  });

  it('shows nothing of Ann in any list, search or export of another user', async () => {
    for (const operation of operations.filter((one) => one.method === 'GET' && !one.path.includes('{'))) {
      const { body } = await request('GET', operation.path, { person: bob });
      const text = JSON.stringify(body);
      // Everyone who can log in may list users to share with, by name and id only.
      const isPeople = operation.path === '/api/people';
      for (const [kind, id] of Object.entries(owned))
        if (!(isPeople && kind === 'users')) expect(text).not.toContain(id);
    }
    const found = await request('POST', '/api/search', { person: bob, body: { query: 'marigold' } });
    expect(found.body['rows']).toEqual([]);
    const own = await request('POST', '/api/search', { person: ann, body: { query: 'marigold' } });
    expect(own.body['rows']).toHaveLength(1);
  });

  it('gives another user nothing for ids of Ann’s in a body or a query', async () => {
    const knowledgeBaseIds = [owned['knowledge-bases']];
    const itemIds = [owned['items']];
    const question = 'Which word is secret?';
    const post = (path: string, body: object) => request('POST', path, { person: bob, body });
    const { id: mine } = (await post('/api/conversations', {})).body as { id: string };
    const text = { text: question, parentMessageId: null };
    const agentId = owned['agents'];
    const projectId = owned['projects'];
    const answers = [
      await post('/api/search', { query: 'marigold', knowledgeBaseIds }),
      await post('/api/search', { query: 'marigold', filter: { itemIds } }),
      await post('/api/conversations', { agentId }),
      await post('/api/conversations', { projectId }),
      await request('PATCH', `/api/conversations/${mine}`, { person: bob, body: { projectId } }),
      await request('PATCH', `/api/conversations/${mine}`, { person: bob, body: { agentId } }),
      await post('/api/contradictions', { knowledgeBaseIds }),
      await post('/api/contradictions', { itemIds }),
      await post('/api/contradictions', { turnId: owned['turns'] }),
      await post('/api/reports', { question, knowledgeBaseIds }),
      await post('/api/reports', { question, itemIds }),
      await post('/api/agents', { name: 'Mine', knowledgeBaseIds }),
      await post('/api/preview', { ...text, projectId }),
      await post('/api/preview', { ...text, agentId }),
      await post('/api/preview', { ...text, fileIds: [owned['files']] }),
      await post(`/api/conversations/${mine}/preview`, { ...text, fileIds: [owned['files']] }),
      await post(`/api/conversations/${mine}/turns`, { ...text, fileIds: [owned['files']] }),
      await post('/api/tables', { name: 'Mine', rows: { knowledgeBaseIds } }),
      await post('/api/tables', { name: 'Mine', rows: { knowledgeBaseId: knowledgeBaseIds[0], itemIds } }),
      await post('/api/ui/chat', { id: owned['conversations'], messages: [] }),
      ...(await Promise.all(
        [
          `/api/jobs?knowledgeBaseId=${knowledgeBaseIds[0]}`,
          `/api/sources?knowledgeBaseId=${knowledgeBaseIds[0]}`,
          `/api/conversations?projectId=${projectId}`,
          `/api/usage?conversationId=${owned['conversations']}`,
        ].map((path) => request('GET', path, { person: bob })),
      )),
    ];
    for (const { status, body } of answers) {
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(body)).not.toMatch(/marigold|secret\.txt|9\/feed/u);
    }
    // Jobs started with them find nothing either.
    const isBusy = async () =>
      ((await request('GET', '/api/jobs', { person: bob })).body['rows'] as { state: string }[]).some(
        ({ state }) => state === 'queued' || state === 'running',
      );
    await expect.poll(isBusy).toBe(false);
    for (const kind of ['contradictions', 'reports', 'tables', 'conversations']) {
      const { rows } = (await request('GET', `/api/${kind}`, { person: bob })).body as {
        rows: { id: string }[];
      };
      for (const { id } of rows)
        for (const below of { tables: ['', '/rows', '/export'], conversations: ['/messages', '/sources'] }[
          kind as 'tables'
        ] ?? [''])
          expect(
            JSON.stringify((await request('GET', `/api/${kind}/${id}${below}`, { person: bob })).body),
          ).not.toMatch(/marigold|secret\.txt/u);
    }
  });

  it('answers for ids of Ann’s in a body as for ids that nobody has', async () => {
    const post = (path: string, body: object) => request('POST', path, { person: bob, body });
    const { id: mine } = (await post('/api/conversations', {})).body as { id: string };
    const text = { text: 'Which word is secret?', parentMessageId: null };
    const asked = (id: (kind: string) => string) =>
      [
        ['/api/conversations', { agentId: id('agents') }],
        ['/api/conversations', { projectId: id('projects') }],
        ['/api/contradictions', { knowledgeBaseIds: [id('knowledge-bases')] }],
        ['/api/contradictions', { itemIds: [id('items')] }],
        ['/api/contradictions', { turnId: id('turns') }],
        ['/api/reports', { question: text.text, knowledgeBaseIds: [id('knowledge-bases')] }],
        ['/api/reports', { question: text.text, itemIds: [id('items')] }],
        ['/api/preview', { ...text, agentId: id('agents') }],
        ['/api/preview', { ...text, fileIds: [id('files')] }],
        [`/api/conversations/${mine}/turns`, { ...text, fileIds: [id('files')] }],
        [`/api/conversations/${mine}/turns`, { ...text, agentId: id('agents') }],
      ] as const;
    const unknown = asked(() => '01m7ptaqeftygt4knj53j2k000');
    for (const [number, [path, body]] of asked((kind) => owned[kind] ?? '').entries()) {
      const { status, body: told } = await post(path, body);
      const other = await post(path, unknown[number]![1]);
      expect([path, body, status, told]).toEqual([path, body, other.status, other.body]);
    }
  });

  it('knows which routes are for administrators: a member is refused these, an administrator nothing', async () => {
    const refused = async (person: Person) => {
      const routes: string[] = [];
      for (const operation of operations.filter((one) => !isPublic(one) && !one.path.endsWith('/logout'))) {
        const { method, path } = operation;
        const { status } = await request(method, filled(path.replace('/users/{id}', '/users/unknown')), {
          person,
          body: bodyFor(operation),
        });
        // This server has no embedder and says so.
        if (path !== '/v1/embeddings') expect(`${method} ${path} ${status}`).not.toMatch(/ (?:401|5\d\d)$/u);
        if (status === 403) routes.push(`${method} ${path}`);
      }
      return routes;
    };
    expect((await refused(bob)).toSorted()).toEqual([
      'DELETE /api/left-behind/{id}',
      'DELETE /api/providers/{id}',
      'DELETE /api/users/{id}',
      'DELETE /api/users/{id}/second-factor',
      'GET /api/audit',
      'GET /api/audit/export',
      'GET /api/backups',
      'GET /api/doctor',
      'GET /api/left-behind',
      'GET /api/retention',
      'GET /api/search-models',
      'GET /api/users',
      'GET /api/users/{id}/budget',
      'PATCH /api/users/{id}',
      'POST /api/audit/verify',
      'POST /api/backups',
      'POST /api/knowledge-bases/{id}/folders',
      'POST /api/knowledge-bases/{id}/folders/{folderId}/sync',
      'POST /api/models/test',
      'POST /api/providers',
      'POST /api/retention/run',
      'POST /api/sources',
      'POST /api/users',
      'POST /api/users/{id}/second-factor/code',
      'PUT /api/left-behind/{id}/owner',
      'PUT /api/users/{id}/budget',
    ]);
    expect(await refused(administrator)).toEqual([]);
  });

  it('lets nobody on the way keep what was answered, whatever it is', async () => {
    for (const { path } of operations.filter((one) => one.method === 'GET')) {
      const { response } = await request('GET', filled(path), { person: ann });
      expect(`${path} ${response.headers.get('cache-control')}`).toMatch(
        / no-(?:store|cache, no-transform)$/u,
      );
    }
    const refused = await request('GET', '/api/conversations');
    expect(refused.response.headers.get('cache-control')).toBe('no-store');
  });

  it('guards what is not in the description too: MCP and the metrics, not the signs of life', async () => {
    const statuses = async (path: string, method = 'GET') =>
      Promise.all(
        [{}, { person: bob }, { key: readKey }, { person: administrator }].map(
          async (who) => (await request(method, path, who)).status,
        ),
      );
    expect(await statuses('/metrics')).toEqual([401, 403, 403, 200]);
    for (const path of ['/healthz', '/readyz']) expect(await statuses(path)).toEqual([200, 200, 200, 200]);
    const [nobody, ...others] = await statuses('/mcp', 'POST');
    expect(nobody).toBe(401);
    for (const status of others) expect([401, 403, 500]).not.toContain(status);
  });

  it('keeps what is for administrators from members', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/users', undefined],
      ['POST', '/api/users', { name: 'eve', password: 'a long enough password' }],
      ['PATCH', `/api/users/${ann.id}`, { role: 'administrator' }],
      ['DELETE', `/api/users/${administrator.id}`, undefined],
      ['PUT', '/api/settings', { system: { systemPrompt: 'mine' } }],
      ['POST', '/api/models/test', { modelId: 'ibid/extractive' }],
      ['POST', '/api/providers', { kind: 'openai', apiKey: 'k' }],
      ['DELETE', '/api/providers/openai', undefined],
      ['GET', '/api/usage?all=true', undefined],
      ['GET', '/api/audit', undefined],
      ['POST', '/api/audit/verify', {}],
      ['GET', '/api/doctor', undefined],
      ['GET', '/api/search-models', undefined],
      ['DELETE', '/api/search-models?name=a/b', undefined],
      ['GET', '/metrics', undefined],
    ] as const) {
      const { status } = await request(method, path, { person: ann, body });
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 403`);
    }
  });

  it('lets a key that may read do nothing else', async () => {
    for (const operation of operations.filter((one) => !isPublic(one))) {
      if (operation.path.startsWith('/api/users')) continue;
      const { method, path } = operation;
      const { status } = await request(method, filled(path), {
        key: readKey,
        body: bodyFor(operation),
      });
      const reads = method === 'GET' || path === '/api/search' || path.endsWith('/preview');
      // A key that cannot share has no use for the list of users; sessions and the second factor are private to a user.
      const isOpen =
        reads &&
        !path.startsWith('/api/audit') &&
        ![
          '/api/people',
          '/api/doctor',
          '/api/left-behind',
          '/api/search-models',
          '/api/sessions',
          '/api/second-factor',
          '/api/retention',
          '/api/backups',
        ].includes(path);
      if (isOpen) expect(`${method} ${path} ${status}`).not.toMatch(/ (?:401|403|5\d\d)$/u);
      else expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 403`);
    }
    const list = await request('GET', '/api/conversations', { key: readKey });
    expect(list.status).toBe(200);
  });

  it('refuses a change without the token of the session', async () => {
    const answer = await request('POST', '/api/conversations', {
      body: {},
      headers: { cookie: ann.cookie, 'x-csrf-token': 'guess' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'csrf_token_missing' } });
  });

  it('shares with a person and a group, for reading', async () => {
    const path = `/api/conversations/${owned['conversations']}`;
    await request('PATCH', path, {
      person: ann,
      body: { sharing: { visibility: 'shared', sharedWithUsers: [bob.id] } },
    });
    expect((await request('GET', path, { person: bob })).body).toMatchObject({ isOwner: false });
    expect((await request('PATCH', path, { person: bob, body: { title: 'Mine now' } })).status).toBe(403);
    const send = { text: 'Hi', parentMessageId: null };
    expect((await request('POST', `${path}/turns`, { person: bob, body: send })).status).toBe(403);
    await request('PATCH', path, { person: ann, body: { sharing: { visibility: 'private' } } });
    expect((await request('GET', path, { person: bob })).status).toBe(404);
  });

  it('works once: the link of the first start', async () => {
    const again = await request('POST', '/api/setup', {
      body: { token: 'anything', name: 'two', password: 'a long enough password' },
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_set_up' } });
  });

  it('gives no key and no hash away', async () => {
    const secret = 'sk-very-secret-provider-key';
    await request('PUT', '/api/settings', {
      person: administrator,
      body: { system: { providers: [{ id: 'openai', kind: 'openai', apiKey: secret }] } },
    });
    const text = JSON.stringify((await request('GET', '/api/settings', { person: administrator })).body);
    expect(text).not.toContain(secret);
    expect(text).toContain('"apiKeySet":true');
    const users = JSON.stringify((await request('GET', '/api/users', { person: administrator })).body);
    expect(users).not.toMatch(/scrypt|passwordHash/u);
    await request('PUT', '/api/settings', { person: administrator, body: { system: { providers: [] } } });
  });

  it('limits guesses of a password', async () => {
    const guesses = Array.from({ length: 8 }, (_, guess) =>
      request('POST', '/api/login', { body: { name: 'victim', password: `guess ${guess}` } }),
    );
    const statuses = (await Promise.all(guesses))
      .map(({ status }) => status)
      .toSorted((one, other) => one - other);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it('ends the sessions of a user whose password changes', async () => {
    const password = 'another long password';
    await request('PATCH', `/api/users/${bob.id}`, { person: administrator, body: { password } });
    expect((await request('GET', '/api/conversations', { person: bob })).status).toBe(401);
    bob = await logIn('/api/login', { name: 'bob', password });
    expect((await request('GET', '/api/conversations', { person: bob })).status).toBe(200);
  });
});

/** Every route, new ones included, gets this many runs. */
const RUNS_PER_ROUTE = 6;

describe('malformed requests made from the OpenAPI document', () => {
  it('are answered with a problem, never with an internal error', async () => {
    const junk = fc.oneof(
      fc.constantFrom(
        '',
        '\u0000',
        '../../etc',
        '%00',
        "' or 1=1 --",
        'NaN',
        '-1',
        '1e309',
        'x'.repeat(3000),
      ),
      fc.string({ maxLength: 40, unit: 'binary' }),
    );
    // Not about ending running work.
    const targets = operations.filter(({ path }) => !path.endsWith('/logout'));
    for (const operation of targets) await holdsFor(operation);
    function holdsFor(operation: Operation) {
      const property = fc.asyncProperty(
        fc.array(junk, { minLength: 4, maxLength: 4 }),
        fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined)),
        fc.boolean(),
        async (words, json, mutate) => {
          let index = 0;
          const word = () =>
            encodeURIComponent(words[index++ % words.length]!.replaceAll(/[\uD800-\uDFFF]/gu, ''));
          let path = operation.path.replaceAll(/\{\w+\}/gu, () => (mutate ? word() || 'x' : 'known'));
          const query = (operation.operation.parameters ?? []).filter(
            (parameter) => parameter.in === 'query',
          );
          if (query.length > 0)
            path += `?${query.map((parameter) => `${parameter.name}=${word()}`).join('&')}`;
          const body =
            operation.method === 'GET' ? undefined : mutate ? broken(bodyFor(operation), json) : json;
          const { status, body: answer } = await request(operation.method, path, {
            person: administrator,
            body,
          });
          if (status >= 500)
            throw new Error(`${operation.method} ${path}: ${status} ${JSON.stringify(answer)}`);
        },
      );
      return fc.assert(property, { numRuns: RUNS_PER_ROUTE });
    }
  });

  it('serves the page to anybody, with a strict policy, and nothing outside its folder', async () => {
    const page = await request('GET', '/c/some-conversation');
    expect(page.status).toBe(200);
    const policy = page.response.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain('unsafe');
    for (const path of [
      '/%E0%A4%A',
      '/../package.json',
      '/..%2f..%2fpackage.json',
      '/%00.js',
      '/assets/nothing.js',
    ])
      expect((await request('GET', path)).status).toBe(404);
  });

  it('says what is wrong with JSON that is none, and with a body that is too large', async () => {
    const headers = { 'content-type': 'application/json', cookie: ann.cookie, 'x-csrf-token': ann.csrf };
    const send = (body: string) =>
      server.fetch(new Request('http://localhost/api/conversations', { method: 'POST', headers, body }));
    expect((await send('{"title":')).status).toBe(400);
    const large = await send(JSON.stringify({ title: 'x'.repeat(9 * 1024 * 1024) }));
    expect(large.status).toBe(413);
    expect(large.headers.get('content-type')).toContain('application/problem+json');
  });
});

/** A body that the schema accepts, as far as it is easy to build. */
function bodyFor({ operation, path }: Operation): unknown {
  const content = operation.requestBody?.content;
  if (!content) return undefined;
  if (content['multipart/form-data']) {
    const form = new FormData();
    form.append('files', new Blob(['text']), 'a.txt');
    return form;
  }
  return {
    name: 'A name',
    title: 'A title',
    text: 'Hello',
    parentMessageId: null,
    messageId: 'unknown',
    query: 'words',
    path: tmpdir(),
    model: 'ibid',
    messages: [{ role: 'user', content: 'Hello' }],
    input: 'Hello',
    modelId: 'ibid/extractive',
    password: 'a long enough password',
    userId: 'unknown',
    knowledgeBaseId: 'unknown',
    settings: {},
    claim: 'A claim',
    days: 30,
    question: 'What is it?',
    value: 'A value',
    version: 0,
    kind: path.startsWith('/api/tables') ? 'text' : 'openai',
  };
}

function broken(body: unknown, json: unknown): unknown {
  if (body === undefined || body instanceof FormData) return body;
  const keys = Object.keys(body as object);
  return Object.fromEntries(keys.map((key) => [key, json ?? null]));
}
