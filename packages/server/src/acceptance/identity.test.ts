import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { HOUSE_CLIENT, startHouseProvider } from './house-provider.js';
import { PASSWORD, startLoginServer } from './login-server.js';
import { TestClient } from './test-client.js';

let folder: string;
let server: IbidServer;
let url: string;
let root: TestClient;
let house: Awaited<ReturnType<typeof startHouseProvider>>;

const provider = () => ({
  id: 'house',
  name: 'House',
  issuer: house.issuer,
  ...HOUSE_CLIENT,
  scopes: ['openid', 'profile', 'groups', 'offline_access'],
  recheckMinutes: 0,
});

const set = (identityProviders: object[]) =>
  root.send<{ code?: string }>('PUT', '/api/settings', { system: { identityProviders } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-identity-'));
  const started = await startLoginServer({ dataFolder: folder });
  ({ server, url } = started);
  root = started.root.client;
  house = await startHouseProvider({ ibid: url, id: 'house' });
});

afterEach(() => house.people.clear());

afterAll(async () => {
  await server.close();
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

/** A minimal browser for logging in. */
class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  cookies(address: string): string {
    const own = this.#cookies.get(new URL(address).host) ?? new Map<string, string>();
    return [...own].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async go(address: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: this.cookies(address) },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    const { host } = new URL(address);
    const own = this.#cookies.get(host) ?? new Map<string, string>();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      if (value === '') own.delete(name);
      else own.set(name, value);
    }
    this.#cookies.set(host, own);
    return response;
  }

  /** Follows redirects until the predicate accepts an address, and returns it. */
  async until(address: string, name: string, isThere: (next: string) => boolean): Promise<string> {
    let next = address;
    for (let steps = 0; steps < 20; steps += 1) {
      let response = await this.go(next);
      if (response.status === 200) {
        const page = await response.text();
        const [, action = ''] = /action="([^"]+)"/u.exec(page) ?? [];
        const prompt = page.includes('name="login"') ? 'login' : 'consent';
        response = await this.go(new URL(action, next).href, { prompt, login: name, password: 'any' });
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next} answered ${response.status} and sends nowhere.`);
      next = new URL(location, next).href;
      if (isThere(next)) return next;
    }
    throw new Error('It goes round and round.');
  }

  /** The final address on Ibid. */
  async logIn(name: string, to = '/', at = 'house'): Promise<string> {
    const start = `${url}/api/login/${at}?to=${encodeURIComponent(to)}`;
    const end = await this.until(start, name, (next) => next.startsWith(url) && !next.includes('/callback'));
    return end.slice(url.length);
  }

  /** Stops at the callback without following it. */
  callback(name: string): Promise<string> {
    return this.until(`${url}/api/login/house`, name, (next) => next.includes('/callback'));
  }

  async session(): Promise<{ user: { id: string; name: string; role: string } | null; csrfToken: string }> {
    return (await (await this.go(`${url}/api/session`)).json()) as Awaited<ReturnType<Visitor['session']>>;
  }
}

describe('ORG-1 log-in through OpenID Connect', () => {
  it('makes a user, and the same one is there the next time', async () => {
    await set([provider()]);
    house.people.set('ada', ['research']);
    const visitor = new Visitor();
    expect(await visitor.logIn('ada', '/c/some-conversation')).toBe('/c/some-conversation');
    const { user } = await visitor.session();
    expect(user).toMatchObject({ name: 'ada', role: 'member' });
    const again = new Visitor();
    await again.logIn('ada');
    expect((await again.session()).user?.id).toBe(user?.id);
    const { rows } = await root.get<{ rows: { name: string; groups: string[] }[] }>('/api/users');
    expect(rows.filter(({ name }) => name.startsWith('ada'))).toMatchObject([{ groups: ['research'] }]);
    expect(await visitor.session()).not.toHaveProperty('identityProviders.0.issuer');
  });

  it('never takes somebody for who has the same name here', async () => {
    await set([provider()]);
    house.people.set('root', []);
    const visitor = new Visitor();
    await visitor.logIn('root');
    expect((await visitor.session()).user).toMatchObject({ name: 'root (2)', role: 'member' });
    // The new user has no password either, not even an empty one.
    for (const password of ['', 'null', PASSWORD])
      expect((await root.send('POST', '/api/login', { name: 'root (2)', password })).status).not.toBe(200);
  });

  it('refuses a way back that this browser did not set out on, another state, and a code used twice', async () => {
    await set([provider()]);
    house.people.set('ada', []);
    const victim = new Visitor();
    const way = await new Visitor().callback('ada');
    expect((await victim.go(way)).headers.get('location')).toBe('/?problem=login_expired');
    expect((await victim.session()).user).toBeNull();

    const visitor = new Visitor();
    const own = new URL(await visitor.callback('ada'));
    const changed = new URL(own);
    changed.searchParams.set('state', 'another');
    const cookies = visitor.cookies(url);
    const take = async (address: URL) =>
      (await fetch(address, { redirect: 'manual', headers: { cookie: cookies } })).headers;
    expect((await take(changed)).get('location')).toBe('/?problem=login_failed');
    const first = await take(own);
    expect(first.getSetCookie().join()).toContain('ibid_session=');
    const second = await take(own);
    expect(second.get('location')).toBe('/?problem=login_failed');
    expect(second.getSetCookie().join()).not.toContain('ibid_session=');
  });

  it('sends nobody elsewhere afterwards', async () => {
    await set([provider()]);
    house.people.set('ada', []);
    expect(await new Visitor().logIn('ada', '//evil.example/')).toBe('/');
    expect(await new Visitor().logIn('ada', 'https://evil.example/')).toBe('/');
  });

  it('ends a session with the account there, with the user here, and with the provider', async () => {
    await set([provider()]);
    house.people.set('ada', []).set('bob', []).set('cleo', []);
    const visitors = { ada: new Visitor(), bob: new Visitor(), cleo: new Visitor() };
    for (const [name, visitor] of Object.entries(visitors)) await visitor.logIn(name);
    const ids = async () =>
      Promise.all(Object.values(visitors).map(async (one) => (await one.session()).user));
    expect((await ids()).map((user) => user?.name)).toEqual(['ada', 'bob', 'cleo']);
    house.people.delete('ada');
    expect((await visitors.ada.session()).user).toBeNull();
    const bob = (await visitors.bob.session()).user;
    await root.send('PATCH', `/api/users/${bob?.id}`, { disabled: true });
    expect((await visitors.bob.session()).user).toBeNull();
    expect(await visitors.bob.logIn('bob')).toBe('/?problem=login_refused');
    expect((await visitors.cleo.session()).user).not.toBeNull();
    // Another provider with the same id is not asked: it would receive the first one's tokens.
    await set([{ ...provider(), issuer: 'http://localhost:1/' }]);
    expect((await visitors.cleo.session()).user).toBeNull();
    await set([provider()]);
    await visitors.cleo.logIn('cleo');
    expect((await visitors.cleo.session()).user).not.toBeNull();
    await set([]);
    expect((await visitors.cleo.session()).user).toBeNull();
    expect((await visitors.cleo.go(`${url}/api/login/house`)).status).toBe(404);
  });

  it('goes on with many requests at once, though a refresh token works once', async () => {
    await set([provider()]);
    house.people.set('ada', []);
    const visitor = new Visitor();
    await visitor.logIn('ada');
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(Array.from({ length: 8 }, () => visitor.session()));
      expect(all.map(({ user }) => user?.name)).toEqual(Array.from({ length: 8 }, () => 'ada'));
    }
  });

  it('goes on while the provider is away, and says so to who wants to log in', async () => {
    const away = await startHouseProvider({ ibid: url, id: 'house' });
    const stays = house;
    house = away;
    try {
      await set([provider()]);
      house.people.set('ada', []);
      const visitor = new Visitor();
      await visitor.logIn('ada');
      await away.close();
      expect((await visitor.session()).user?.name).toMatch(/^ada/u);
      await set([{ ...provider(), name: 'House, renamed' }]);
      const late = await new Visitor().go(`${url}/api/login/house`);
      expect(late.headers.get('location')).toBe('/?problem=provider_unreachable');
    } finally {
      house = stays;
    }
  });

  it('keeps its secret for the issuer it was entered for, and takes no issuer without encryption', async () => {
    await set([provider()]);
    const { clientSecret: _secret, ...without } = provider();
    expect((await set([without])).status).toBe(200);
    const moved = await set([{ ...without, issuer: 'https://login.example.com/' }]);
    expect(moved).toMatchObject({ status: 400, body: { code: 'key_needed' } });
    expect((await set([{ ...provider(), issuer: 'http://login.example.com/' }])).status).toBe(400);
    house.people.set('ada', []);
    expect(await new Visitor().logIn('ada')).toBe('/');
  });

  it('takes several providers, of the page and of settings.json, and keeps their people apart', async () => {
    await set([provider()]);
    const harbour = await startHouseProvider({ ibid: url, id: 'harbour' });
    const identityProviders = [{ ...provider(), id: 'harbour', name: 'Harbour', issuer: harbour.issuer }];
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ identityProviders }));
    try {
      const listed = async () =>
        (await root.get<{ identityProviders: object[] }>('/api/session')).identityProviders;
      await expect.poll(listed).toEqual([
        { id: 'harbour', name: 'Harbour' },
        { id: 'house', name: 'House' },
      ]);
      house.people.set('zoe', []);
      harbour.people.set('zoe', []);
      const visitors = [new Visitor(), new Visitor()] as const;
      await visitors[0].logIn('zoe');
      await visitors[1].logIn('zoe', '/', 'harbour');
      expect((await visitors[0].session()).user?.name).toBe('zoe');
      expect((await visitors[1].session()).user?.name).toBe('zoe (2)');
      // A callback of one provider is not accepted at another.
      const way = await new Visitor().callback('zoe');
      const elsewhere = await visitors[1].go(way.replace('/login/house/', '/login/harbour/'));
      expect(elsewhere.headers.get('location')).toBe('/?problem=login_expired');
    } finally {
      await rm(join(folder, 'settings.json'));
      await harbour.close();
    }
  });
});
