import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';
import { TestClient } from './test-client.js';

interface StartedTurn {
  turnId: string;
  assistantMessageId: string;
}

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  requestBody?: object;
  responses: Record<string, { content?: object }>;
}

interface Description {
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
}

let folder: string;
let server: Awaited<ReturnType<typeof startLoginServer>>['server'];
let root: LoggedIn;
let description: Description;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-openapi-'));
  ({ server, root } = await startLoginServer({
    dataFolder: folder,
    limits: { requestsPerMinute: 1e6 },
  }));
  description = await root.client.get<Description>('/openapi.json');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Reads a named schema as a client's generator does. */
function schemaOf(name: string): z.ZodType {
  const $defs = JSON.parse(
    JSON.stringify(description.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as Record<string, object>;
  return z.fromJSONSchema({ ...$defs[name], $defs } as Parameters<typeof z.fromJSONSchema>[0]);
}

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'pattern' && typeof part === 'string' ? [part] : patternsIn(part),
  );
}

describe('API-1 the OpenAPI document, as a program reads it', () => {
  it('accepts what the server accepts and gives: no pattern has the slash and flags of a literal', async () => {
    const patterns = [...new Set(patternsIn(description))];
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
      expect(pattern).not.toMatch(/\/[a-z]+$/u);
    }
    const { client } = root;
    const { id } = await client.newConversation();
    const first = { text: 'Hello', parentMessageId: null };
    const { turnId, assistantMessageId } = await client.post<StartedTurn>(
      `/api/conversations/${id}/turns`,
      first,
    );
    await client.events(turnId);
    const second = { text: 'And again', parentMessageId: assistantMessageId };
    for (const body of [first, second]) expect(() => schemaOf('NewTurn').parse(body)).not.toThrow();
    expect(() => schemaOf('NewTurn').parse({ ...second, parentMessageId: 'no id' })).toThrow('pattern');
    await client.events((await client.post<StartedTurn>(`/api/conversations/${id}/turns`, second)).turnId);
    const conversation = await client.get(`/api/conversations/${id}`);
    expect(() => schemaOf('Conversation').parse(conversation)).not.toThrow();
    const { messages } = await client.get<{ messages: unknown[] }>(`/api/conversations/${id}/messages`);
    expect(messages).toHaveLength(4);
    for (const one of messages) expect(() => schemaOf('Message').parse(one)).not.toThrow();
  });

  it('says how to log in: what is public, what needs a session, and where its token goes', async () => {
    const { components, paths } = description;
    expect(components.securitySchemes).toMatchObject({
      apiKey: { type: 'http', scheme: 'bearer' },
      session: { in: 'cookie', name: 'ibid_session' },
      csrfToken: { in: 'header', name: 'x-csrf-token' },
    });
    const made = await root.client.post<{ key: string }>('/api/keys', { name: 'all', scopes: ['admin'] });
    const withKey = new TestClient(root.client.url, { authorization: `Bearer ${made.key}` });
    const stranger = new TestClient(root.client.url);
    const kinds = new Map<string, number>();
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { security }] of Object.entries(methods)) {
        const kind = JSON.stringify(security);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        const place = path.replaceAll(/\{\w+\}/gu, 'none');
        const { status } = await stranger.send(method.toUpperCase(), place);
        if (security.length > 0) expect(status, `${method} ${path}`).toBe(401);
        else expect(status, `${method} ${path}`).not.toBe(401);
        if (security.length !== 1) continue;
        const body = { name: 'n', scopes: ['read'], code: '1', current: 'x', password: 'x'.repeat(20) };
        const answer = await withKey.send(method.toUpperCase(), place, method === 'get' ? undefined : body);
        expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 'login_needed' } });
      }
    expect(kinds.get('[]')).toBe(6);
    expect(new Set(kinds.keys())).toEqual(
      new Set([
        '[]',
        '[{"apiKey":[]},{"session":[]}]',
        '[{"apiKey":[]},{"session":[],"csrfToken":[]}]',
        '[{"session":[]}]',
        '[{"session":[],"csrfToken":[]}]',
      ]),
    );
    const { 'x-csrf-token': _token, ...cookie } = root.client.headers;
    const refused = await new TestClient(root.client.url, cookie).send('POST', '/api/conversations', {});
    expect(refused).toMatchObject({ status: 403, body: { code: 'csrf_token_missing' } });
    expect(refused.body['detail']).toContain('x-csrf-token');
  });

  it('has an id for each operation, the errors of bodies, and the types that files have', async () => {
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/u);
    expect(ids).toContain('postConversationsByIdTurns');
    for (const { path, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      if (operation.requestBody) expect(statuses, path).toEqual(expect.arrayContaining(['413', '415']));
      // Names of an unpublished specification.
      expect(operation.summary).not.toMatch(/\b[A-Z]{2,4}-\d/u);
    }
    const at = (path: string, method: string) => description.paths[path]![method]!;
    expect(Object.keys(at('/api/conversations/{id}/turns', 'post').responses)).toContain('422');
    const { id } = await root.client.newConversation();
    const unknown = await root.client.send('POST', `/api/conversations/${id}/turns`, {
      text: 'Hi',
      modelId: 'x',
    });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'unknown_model' } });
    const types = Object.keys(at('/api/conversations/{id}/export', 'get').responses['200']!.content ?? {});
    for (const format of ['markdown', 'footnotes', 'html', 'docx', 'bibtex', 'csl', 'json']) {
      const { headers } = await root.client.send('GET', `/api/conversations/${id}/export?format=${format}`);
      expect(types).toContain(headers.get('content-type')?.split(';')[0]);
    }
  });

  it('describes packets: each one of a real turn', async () => {
    const { id } = await root.client.newConversation();
    const { packets } = await root.client.events((await root.client.ask(id, 'Hello')).turnId);
    expect(packets.length).toBeGreaterThan(3);
    const schema = schemaOf('Packet');
    for (const packet of packets) expect(() => schema.parse(packet)).not.toThrow();
  });
});
