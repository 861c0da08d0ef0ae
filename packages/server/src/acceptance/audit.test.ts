import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditedRoute } from '../audit/audited-routes.js';
import type { IbidServer } from '../create-server.js';
import { PASSWORD, startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';
import { TestClient } from './test-client.js';

interface Line {
  seq: number;
  actor: { id: string; name: string } | null;
  via: string;
  address: string;
  action: string;
  target: { kind: string; id: string } | null;
  outcome: string;
  details: Record<string, unknown>;
  names: Record<string, string>;
}

let folder: string;
let server: IbidServer;
let url: string;
let root: LoggedIn;
let ann: LoggedIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-audit-'));
  const started = await startLoginServer({ dataFolder: folder, trustProxy: true });
  ({ server, url, root } = started);
  ann = await started.add('ann');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const lines = async (query = ''): Promise<Line[]> =>
  (await root.client.get<{ rows: Line[] }>(`/api/audit?limit=500${query}`)).rows;
const newest = async (action: string) => (await lines(`&action=${action}`))[0];

describe('ORG-2 the audit log of a server', () => {
  it('has the first administrator, new users and log-ins, with who, from where and how it ended', async () => {
    expect(await newest('setup')).toMatchObject({ actor: { id: root.id, name: 'root' }, outcome: 'done' });
    expect(await newest('user.create')).toMatchObject({
      actor: { name: 'root' },
      target: { kind: 'user', id: ann.id },
      details: { role: 'member' },
    });
    const send = (name: string, password: string) =>
      new TestClient(url).send('POST', '/api/login', { name, password }, { 'x-forwarded-for': '192.0.2.9' });
    await send('ann', 'not the password');
    expect(await newest('login')).toMatchObject({
      actor: null,
      target: { kind: 'user', id: ann.id },
      address: '192.0.2.9',
      outcome: 'refused',
      details: { status: 401 },
    });
    await send('hunter2 typed into the wrong field', 'ann');
    expect(await newest('login')).toMatchObject({ actor: null, target: null, outcome: 'refused' });
    await send('ann', PASSWORD);
    expect(await newest('login')).toMatchObject({ actor: { id: ann.id }, outcome: 'done' });
    expect(JSON.stringify(await lines())).not.toMatch(/hunter2|not the password|a long enough/u);
  });

  it('has rights, keys, settings, sharing, exports and deletions, and nothing that a person wrote', async () => {
    await root.client.send('PATCH', `/api/users/${ann.id}`, { groups: ['Marigold team'] });
    expect(await newest('user.change')).toMatchObject({
      target: { id: ann.id },
      details: { fields: ['groups'], groups: 1 },
    });
    const key = await ann.client.post<{ id: string; key: string }>('/api/keys', {
      name: 'Marigold key',
      scopes: ['read', 'write'],
    });
    expect(await newest('key.create')).toMatchObject({
      actor: { id: ann.id },
      target: { kind: 'key', id: key.id },
      details: { scopes: ['read', 'write'] },
    });
    await root.client.send('PUT', '/api/settings', { system: { systemPrompt: 'Marigold prompt.' } });
    expect(await newest('settings.change')).toMatchObject({ details: { fields: ['systemPrompt'] } });
    await ann.client.send('PUT', '/api/settings', { user: { reminder: 'Marigold reminder' } });

    const keyed = new TestClient(url, { authorization: `Bearer ${key.key}` });
    const base = await keyed.post<{ id: string }>('/api/knowledge-bases', { name: 'Marigold base' });
    await keyed.send('PATCH', `/api/knowledge-bases/${base.id}`, {
      sharing: { visibility: 'shared', sharedWithUsers: [root.id] },
    });
    expect(await newest('knowledge-base.share')).toMatchObject({
      actor: { id: ann.id },
      via: 'key',
      target: { kind: 'knowledge-base', id: base.id },
      details: { visibility: 'shared', users: 1, groups: 0, keyId: key.id },
    });
    const conversation = await ann.client.post<{ id: string }>('/api/conversations', {});
    await ann.client.send('PATCH', `/api/conversations/${conversation.id}`, { title: 'Marigold title' });
    await ann.client.send('GET', `/api/conversations/${conversation.id}/export?format=json`);
    await ann.client.send('DELETE', `/api/conversations/${conversation.id}`);
    await ann.client.send('DELETE', `/api/keys/${key.id}`);
    const done = (await lines()).filter(({ actor }) => actor?.id === ann.id).map(({ action }) => action);
    expect(done.slice(0, 3)).toEqual(['key.delete', 'conversation.delete', 'conversation.export']);
    expect(done).not.toContain('settings.change');
    expect(done).not.toContain('conversation.share');
    // The log itself; names that its reader may see anyway are added next to it.
    const { body } = await root.client.send('GET', '/api/audit/export');
    expect(JSON.stringify(body)).toContain('conversation.export');
    expect(JSON.stringify(body)).not.toMatch(/marigold/iu);
  });

  it('names what its reader may see, and no more', async () => {
    const shared = { sharing: { visibility: 'public' } };
    const base = await ann.client.post<{ id: string }>('/api/knowledge-bases', {
      name: 'Heliotrope',
      ...shared,
    });
    expect((await newest('knowledge-base.create'))?.names).toEqual({ [base.id]: 'Heliotrope' });
    await ann.client.send('PATCH', `/api/knowledge-bases/${base.id}`, { sharing: { visibility: 'private' } });
    expect(await newest('knowledge-base.share')).toMatchObject({ target: { id: base.id }, names: {} });
    await root.client.send('PATCH', `/api/users/${ann.id}`, { role: 'member' });
    expect((await newest('user.change'))?.names).toEqual({ [ann.id]: 'ann' });
    const bert = await root.client.post<{ id: string }>('/api/users', { name: 'bert', password: PASSWORD });
    await root.client.send('DELETE', `/api/users/${bert.id}?objects=hand-over&to=${ann.id}`);
    const deleted = await newest('user.delete');
    expect(deleted).toMatchObject({ details: { name: 'bert' }, names: { [ann.id]: 'ann' } });
    const { rows } = await root.client.get<{ rows: object[] }>('/api/audit?action=knowledge-base');
    expect(JSON.stringify(rows)).not.toContain('Heliotrope');
    const file = await root.client.send<string>('GET', '/api/audit/export?action=knowledge-base');
    expect(JSON.stringify(file.body)).not.toContain('Heliotrope');
  });

  it('has what was refused', async () => {
    await ann.client.send('DELETE', `/api/users/${root.id}`);
    expect(await newest('user.delete')).toMatchObject({
      actor: { id: ann.id },
      target: { kind: 'user', id: root.id },
      outcome: 'refused',
      details: { status: 403 },
    });
    const before = (await lines())[0]?.seq;
    // A stranger cannot fill the log.
    await new TestClient(url).send('DELETE', `/api/users/${root.id}`);
    await new TestClient(url).send('POST', '/api/users', { name: 'x' });
    expect((await lines())[0]?.seq).toBe(before);
  });

  it('is for administrators', async () => {
    for (const path of ['/api/audit', '/api/audit/export'])
      expect((await ann.client.send('GET', path)).status).toBe(403);
    expect((await ann.client.send('POST', '/api/audit/verify', {})).status).toBe(403);
    expect((await new TestClient(url).send('GET', '/api/audit')).status).toBe(401);
  });

  it('is filtered, paged, exported and verified', async () => {
    const first = await root.client.get<{ rows: Line[]; cursor: string }>('/api/audit?limit=2');
    const second = await root.client.get<{ rows: Line[] }>(`/api/audit?limit=2&cursor=${first.cursor}`);
    expect(second.rows[0]?.seq).toBe((first.rows[1]?.seq ?? 0) - 1);
    expect((await lines(`&actorId=${ann.id}`)).every(({ actor }) => actor?.id === ann.id)).toBe(true);
    expect(await lines('&to=2020-01-01T00:00:00Z')).toEqual([]);
    const text = (await root.client.send<string>('GET', '/api/audit/export')).body;
    const exported = String(text)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(exported.map(({ seq }) => seq)).toEqual(exported.map((_, index) => index + 1));
    expect(await newest('audit')).toMatchObject({ action: 'audit.export', details: { format: 'jsonl' } });
    const csv = String((await root.client.send<string>('GET', '/api/audit/export?format=csv')).body);
    expect(csv.split('\r\n')[0]).toContain('actor_name');
    expect(csv.split('\r\n')).toHaveLength(exported.length + 3);
    const check = await root.client.post<{ lines: number; head: object; faults: string[] }>(
      '/api/audit/verify',
      {},
    );
    expect(check).toMatchObject({ faults: [], lines: exported.length + 1 });
  });

  it('records a route that nobody has thought of', () => {
    expect(auditedRoute('DELETE', '/api/something/:id')).toMatchObject({ action: 'other' });
    expect(auditedRoute('GET', '/api/reports/:id/export')).toMatchObject({ action: 'report.export' });
    expect(auditedRoute('DELETE', '/api/reports/:id')).toMatchObject({ action: 'report.delete' });
    for (const [method, route] of [
      ['POST', '/api/reports'],
      ['PATCH', '/api/reports/:id'],
      ['POST', '/api/reports/:id/run'],
      ['POST', '/api/contradictions/:id/stop'],
    ] as const)
      expect(auditedRoute(method, route)).toBeNull();
    expect(auditedRoute('GET', '/api/something/:id')).toBeNull();
  });
});

describe('ORG-1 people and their own log-in', () => {
  const enter = async (name: string, password: string, agent = 'Mozilla/5.0 (X11; Linux) Firefox/140.0') => {
    const answer = await new TestClient(url).send<{ csrfToken: string }>(
      'POST',
      '/api/login',
      { name, password },
      { 'user-agent': agent, 'x-forwarded-for': '192.0.2.77' },
    );
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return {
      status: answer.status,
      client: new TestClient(url, { cookie, 'x-csrf-token': answer.body.csrfToken }),
    };
  };
  const isIn = async (client: TestClient) => (await client.send('GET', '/api/conversations')).status === 200;
  interface Session {
    id: string;
    isThis: boolean;
    browser: string;
    address: string;
  }
  const sessionsOf = async (client: TestClient) =>
    (await client.get<{ rows: Session[] }>('/api/sessions')).rows;

  it('see their sessions, and end one, or all others', async () => {
    await root.client.post('/api/users', { name: 'cleo', password: PASSWORD });
    const [first, second, third] = [
      await enter('cleo', PASSWORD),
      await enter('cleo', PASSWORD, 'curl/8'),
      await enter('cleo', PASSWORD),
    ];
    const list = await sessionsOf(first.client);
    expect(list).toHaveLength(3);
    expect(list.filter(({ isThis }) => isThis)).toMatchObject([
      { browser: 'Firefox on Linux', address: '192.0.2.77' },
    ]);
    const other = list.find(({ browser }) => browser === 'Another program');
    expect((await ann.client.send('DELETE', `/api/sessions/${other?.id}`)).status).toBe(404);
    expect(await isIn(second.client)).toBe(true);
    expect((await first.client.send('DELETE', `/api/sessions/${other?.id}`)).status).toBe(204);
    expect(await isIn(second.client)).toBe(false);
    expect((await first.client.send('DELETE', '/api/sessions')).status).toBe(204);
    expect(await isIn(third.client)).toBe(false);
    expect(await isIn(first.client)).toBe(true);
    expect(await newest('session.end-others')).toMatchObject({ actor: { name: 'cleo' } });
  });

  it('change their password with the old one, and are logged out elsewhere', async () => {
    await root.client.post('/api/users', { name: 'dora', password: PASSWORD });
    const [here, there] = [await enter('dora', PASSWORD), await enter('dora', PASSWORD)];
    const key = await here.client.post<{ key: string }>('/api/keys', { name: 'script' });
    const keyed = new TestClient(url, { authorization: `Bearer ${key.key}` });
    const change = (body: object, client = here.client) => client.send('POST', '/api/password', body);
    const password = 'four other quiet words';
    expect(await change({ current: 'a wrong one', password })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    expect(await change({ current: PASSWORD, password: 'qwertyuiop' })).toMatchObject({
      status: 400,
      body: { code: 'weak_password' },
    });
    expect(await change({ current: PASSWORD, password }, keyed)).toMatchObject({
      status: 403,
      body: { code: 'login_needed' },
    });
    expect((await change({ current: PASSWORD, password, withdrawKeys: false })).status).toBe(204);
    expect([await isIn(here.client), await isIn(there.client), await isIn(keyed)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await enter('dora', PASSWORD)).status).toBe(401);
    expect((await enter('dora', password)).status).toBe(200);
    expect(await newest('password.change')).toMatchObject({ actor: { name: 'dora' }, outcome: 'done' });
    expect((await change({ current: password, password: PASSWORD })).status).toBe(204);
    expect(await isIn(keyed)).toBe(false);
  });
});
