import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { totpCode } from '../auth/totp.js';
import type { IbidServer } from '../create-server.js';
import { PASSWORD, startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';
import { TestClient } from './test-client.js';

let folder: string;
let server: IbidServer;
let url: string;
let root: LoggedIn;
let add: (name: string) => Promise<LoggedIn>;

beforeAll(async () => {
  // The clock stands still: a code is computed here and checked by the server, and a new step may begin in between.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  folder = await mkdtemp(join(tmpdir(), 'ibid-factor-'));
  ({ server, url, root, add } = await startLoginServer({ dataFolder: folder, limits: { failedLogins: 5 } }));
});

afterAll(async () => {
  vi.useRealTimers();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const stepOfNow = () => Math.floor(Date.now() / 30_000);
const logIn = (name: string, code?: string, password = PASSWORD) =>
  new TestClient(url).send<{ code?: string }>('POST', '/api/login', {
    name,
    password,
    ...(code ? { code } : {}),
  });

/** Sets it up with the previous step's code, so the current and the next ones can still be used. */
async function withFactor(name: string) {
  const person = await add(name);
  const { body } = await person.client.send<{ secret: string; address: string }>(
    'POST',
    '/api/second-factor',
    {
      password: PASSWORD,
    },
  );
  const confirm = (code: string) =>
    person.client.send<{ recoveryCodes: string[]; code?: string }>('POST', '/api/second-factor/confirm', {
      code,
    });
  return { person, ...body, confirm };
}

describe('ORG-1 a second factor beside the password', () => {
  it('is asked for once a code was confirmed, takes each code once, and recovery codes once', async () => {
    const { secret, address, confirm } = await withFactor('ann');
    expect(address).toContain(`secret=${secret}`);
    // Begun but not confirmed: nobody is locked out.
    expect((await logIn('ann')).status).toBe(200);
    expect(await confirm('000000')).toMatchObject({ status: 422, body: { code: 'wrong_code' } });
    const { recoveryCodes } = (await confirm(totpCode(secret, stepOfNow() - 1))).body;
    expect(recoveryCodes).toHaveLength(10);

    expect(await logIn('ann')).toMatchObject({ status: 401, body: { code: 'second_factor_needed' } });
    // Without the password, nothing about the factor is revealed.
    expect(await logIn('ann', undefined, 'wrong password')).toMatchObject({
      body: { code: 'wrong_credentials' },
    });
    const code = totpCode(secret, stepOfNow());
    const together = await Promise.all([logIn('ann', code), logIn('ann', code)]);
    expect(together.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
    expect(await logIn('ann', code)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    const [first = ''] = recoveryCodes;
    expect((await logIn('ann', first.toUpperCase())).status).toBe(200);
    expect((await logIn('ann', first)).status).toBe(401);
  });

  it('cannot be guessed, nor the count of guesses forgotten by logging in halfway', async () => {
    const { secret, confirm } = await withFactor('bob');
    await confirm(totpCode(secret, stepOfNow() - 1));
    const answers = [];
    for (let guess = 0; guess < 12; guess += 1) {
      answers.push((await logIn('bob', String(100_000 + guess))).status);
      await logIn('bob');
    }
    expect(answers[0]).toBe(401);
    expect(answers).toContain(429);
  });

  it('is removed with the password, by the person or without it by an administrator', async () => {
    const { person, secret, confirm } = await withFactor('cyd');
    await confirm(totpCode(secret, stepOfNow() - 1));
    const remove = (password: string) =>
      person.client.send('POST', '/api/second-factor/remove', { password });
    expect((await remove('not the password')).status).toBe(422);
    const begun = await person.client.send('POST', '/api/second-factor', { password: PASSWORD });
    expect(begun).toMatchObject({ status: 409, body: { code: 'second_factor_is_on' } });
    const users = await root.client.get<{ rows: { name: string; secondFactor: boolean }[] }>('/api/users');
    expect(users.rows.find(({ name }) => name === 'cyd')).toMatchObject({ secondFactor: true });
    expect((await person.client.send('DELETE', `/api/users/${person.id}/second-factor`)).status).toBe(403);
    expect((await root.client.send('DELETE', `/api/users/${person.id}/second-factor`)).status).toBe(204);
    expect((await logIn('cyd')).status).toBe(200);
    const again = await person.client.send<{ secret: string }>('POST', '/api/second-factor', {
      password: PASSWORD,
    });
    await person.client.send('POST', '/api/second-factor/confirm', {
      code: totpCode(again.body.secret, stepOfNow()),
    });
    expect((await remove(PASSWORD)).status).toBe(204);
    expect((await logIn('cyd')).status).toBe(200);
    const { rows } = await root.client.get<{ rows: { action: string }[] }>(
      '/api/audit?action=second-factor&limit=50',
    );
    const actions = new Set(rows.map(({ action }) => action));
    expect([...actions].toSorted()).toEqual([
      'second-factor.begin',
      'second-factor.confirm',
      'second-factor.remove',
      'second-factor.reset',
    ]);
  });

  it('is required of roles that an administrator names, before anything else is open to them', async () => {
    const person = await add('dee');
    const { key } = await person.client.post<{ key: string }>('/api/keys', { name: 'k', scopes: ['read'] });
    const require = (roles: string[]) =>
      root.client.send('PUT', '/api/settings', { system: { requireSecondFactor: roles } });
    expect((await require(['owner'])).status).toBe(400);
    expect((await require(['member'])).status).toBe(200);

    // The same for users already logged in and users logging in now.
    const { headers, body } = await logIn('dee');
    expect(body).toMatchObject({ mustSetUpSecondFactor: true });
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    const { csrfToken } = body as unknown as { csrfToken: string };
    const fresh = new TestClient(url, { cookie, 'x-csrf-token': csrfToken });
    for (const client of [person.client, fresh]) {
      expect(await client.get('/api/session')).toMatchObject({ mustSetUpSecondFactor: true });
      for (const [method, path] of [
        ['GET', '/api/conversations'],
        ['GET', '/api/settings'],
        ['POST', '/api/keys'],
        ['POST', '/api/password'],
        ['POST', '/api/second-factor/remove'],
        ['GET', '/v1/models'],
        ['POST', '/mcp'],
        ['GET', '/metrics'],
      ] as const)
        expect([
          path,
          JSON.stringify(await client.send(method, path, method === 'GET' ? undefined : {})),
        ]).toEqual([path, expect.stringMatching(/"status":401.*"second_factor_required"/u)]);
    }
    expect(
      (await new TestClient(url, { authorization: `Bearer ${key}` }).send('GET', '/api/items')).status,
    ).not.toBe(401);
    expect((await root.client.send('GET', '/api/users')).status).toBe(200);

    const { secret } = await fresh.post<{ secret: string }>('/api/second-factor', { password: PASSWORD });
    expect((await fresh.send('GET', '/api/conversations')).status).toBe(401);
    await fresh.post('/api/second-factor/confirm', { code: totpCode(secret, stepOfNow() - 1) });
    for (const client of [person.client, fresh])
      expect((await client.send('GET', '/api/conversations')).status).toBe(200);
    // Once removed, it is required again at once.
    await root.client.send('DELETE', `/api/users/${person.id}/second-factor`);
    expect((await fresh.send('GET', '/api/conversations')).status).toBe(401);
    await require([]);
    expect((await fresh.send('GET', '/api/conversations')).status).toBe(200);
    const { rows } = await root.client.get<{ rows: { details: object }[] }>(
      '/api/audit?action=settings.change&limit=50',
    );
    expect(rows.map(({ details }) => details)).toContainEqual({
      fields: ['requireSecondFactor'],
      requireSecondFactor: ['member'],
    });
  });

  it('is set up by nobody who knows no more than the password, where an administrator gives out codes', async () => {
    const person = await add('eli');
    const set = (needsCode: boolean) =>
      root.client.send('PUT', '/api/settings', {
        system: { requireSecondFactor: needsCode ? ['member'] : [], secondFactorNeedsCode: needsCode },
      });
    // A thief who began before the rule was set.
    const begin = (setUpCode?: string) =>
      person.client.send<{ secret: string }>('POST', '/api/second-factor', { password: PASSWORD, setUpCode });
    const early = await begin();
    await set(true);
    const confirm = (secret: string, setUpCode?: string) =>
      person.client.send('POST', '/api/second-factor/confirm', {
        code: totpCode(secret, stepOfNow()),
        setUpCode,
      });
    const refused = { status: 422, body: { code: 'wrong_set_up_code' } };
    expect(await confirm(early.body.secret)).toMatchObject(refused);
    for (const code of [undefined, '', 'aaaaa-aaaaa']) expect(await begin(code)).toMatchObject(refused);
    expect(await person.client.get('/api/second-factor')).toMatchObject({ needsSetUpCode: true });

    const made = () =>
      root.client.send<{ code: string; expiresAt: string }>(
        'POST',
        `/api/users/${person.id}/second-factor/code`,
      );
    const replaced = (await made()).body.code;
    const { code, expiresAt } = (await made()).body;
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(await confirm(early.body.secret)).toMatchObject(refused);
    expect(await begin(replaced)).toMatchObject(refused);
    const other = await root.client.send('POST', '/api/second-factor', {
      password: PASSWORD,
      setUpCode: code,
    });
    expect(other).toMatchObject(refused);
    const begun = await begin(code.toUpperCase());
    expect(begun.status).toBe(200);
    expect((await confirm(begun.body.secret, code)).status).toBe(200);
    expect((await person.client.send('GET', '/api/conversations')).status).toBe(200);
    expect(await made()).toMatchObject({ status: 409, body: { code: 'second_factor_is_on' } });
    // Works once: after the factor is removed, it opens nothing.
    await root.client.send('DELETE', `/api/users/${person.id}/second-factor`);
    expect(await begin(code)).toMatchObject(refused);
    await set(false);
    const { rows } = await root.client.get<{ rows: { target: object }[] }>(
      '/api/audit?action=second-factor.code&limit=5',
    );
    expect(rows.map(({ target }) => target)).toContainEqual({ kind: 'user', id: person.id });
  });

  it('is not for keys to touch', async () => {
    const { key } = await root.client.post<{ key: string }>('/api/keys', { name: 'all', scopes: ['admin'] });
    const client = new TestClient(url, { authorization: `Bearer ${key}` });
    expect((await client.send('POST', '/api/second-factor', { password: PASSWORD })).status).toBe(403);
  });
});
