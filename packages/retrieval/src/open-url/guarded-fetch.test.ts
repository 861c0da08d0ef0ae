import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddressGuard } from './check-address.js';
import { guardedFetch } from './guarded-fetch.js';
import { isPublicAddress } from './is-public-address.js';
import { OpenUrlError, type OpenUrlProblem } from './open-url-error.js';

const routes: Record<string, RequestListener> = {
  '/page': (_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>Hello</p>'),
  '/host': (request, response) => response.setHeader('content-type', 'text/plain').end(request.headers.host),
  '/packed': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync('unpacked')),
  '/bomb': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(3_000_000))),
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write('x'.repeat(60_000)), 1);
    response.on('close', () => clearInterval(timer));
  },
  '/declared': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '99999999' }).write('x'),
  '/silent': () => {},
  '/picture': (_request, response) => response.setHeader('content-type', 'image/png').end('x'),
  '/missing': (_request, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('no'),
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-page': (_request, response) => response.writeHead(301, { location: '/page#part' }).end(),
  '/to-inside': (_request, response) =>
    response.writeHead(302, { location: 'http://inside.test/secret' }).end(),
  '/to-metadata': (_request, response) =>
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/to-file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};

let server: Server;
let port: number;
let hits: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    (routes[request.url ?? ''] ?? routes['/missing'])?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** In these tests, 127.0.0.1 stands for the public internet. Everything else follows the real rules. */
const guard: AddressGuard = {
  resolve: async (host) => (host === 'inside.test' ? ['10.0.0.8'] : ['127.0.0.1']),
  isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
  hosts: null,
};
const open = (path: string, options: Partial<Parameters<typeof guardedFetch>[0]> = {}) =>
  guardedFetch({
    url: path.startsWith('/') ? `http://public.test:${port}${path}` : path,
    guard,
    limits: { maxBytes: 1_000_000 },
    ...options,
  });
async function problemOf(fetching: Promise<unknown>): Promise<OpenUrlProblem | 'opened'> {
  try {
    await fetching;
    return 'opened';
  } catch (error) {
    if (error instanceof OpenUrlError) return error.problem;
    throw error;
  }
}

describe('KB-8 pages of the public internet are opened', () => {
  it('with redirects, packed or not, under the name that was asked for', async () => {
    const page = await open('/to-page');
    expect(page).toMatchObject({ url: `http://public.test:${port}/page`, mediaType: 'text/html' });
    expect(Buffer.from(page.bytes).toString()).toBe('<p>Hello</p>');
    expect(Buffer.from((await open('/packed')).bytes).toString()).toBe('unpacked');
    expect(Buffer.from((await open('/host')).bytes).toString()).toBe(`public.test:${port}`);
  });

  it('within limits on size, also when it is packed or not declared, and on time and type', async () => {
    expect(await problemOf(open('/bomb'))).toBe('too_large');
    expect(await problemOf(open('/endless'))).toBe('too_large');
    expect(await problemOf(open('/declared'))).toBe('too_large');
    expect(await problemOf(open('/silent', { limits: { timeMilliseconds: 50 } }))).toBe('time_limit');
    expect(await problemOf(open('/picture'))).toBe('type_not_allowed');
    expect(await problemOf(open('/missing'))).toBe('status');
    expect(await problemOf(open('/loop'))).toBe('too_many_redirects');
  });

  it('ends when it is told to, even during a look-up that never ends', async () => {
    const controller = new AbortController();
    const stuck = open('/page', {
      signal: controller.signal,
      guard: { ...guard, resolve: () => new Promise(() => {}) },
    });
    controller.abort(new Error('stopped'));
    await expect(stuck).rejects.toThrow('stopped');
  });
});

describe('KB-8 nothing else is', () => {
  it('no private address: named, numeric in any spelling, or behind a redirect', async () => {
    hits = [];
    for (const url of [
      'http://inside.test/',
      'http://10.0.0.8/',
      'http://2130706434/',
      'http://0x7f.0.0.2/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.8]/',
      'http://[fe80::1]/',
      'http://0.0.0.0/',
      'http://0/',
      'http://127.2/',
      'http://017700000002/',
      'http://①②⑦.0.0.2/',
      'http://169.254.169.254/',
      'http://[::]/',
      'http://[::ffff:7f00:2]/',
      'http://[::7f00:2]/',
      'http://[64:ff9b::a00:8]/',
      'http://[2002:a00:8::]/',
      'http://[fd00:ec2::254]/',
      'http://user:secret@public.test/',
    ]) {
      expect([url, await problemOf(open(url))]).toEqual([url, 'address_not_allowed']);
    }
    expect(await problemOf(open('/to-inside'))).toBe('address_not_allowed');
    expect(await problemOf(open('/to-metadata'))).toBe('address_not_allowed');
    expect(hits).toEqual(['/to-inside', '/to-metadata']);
  });

  it('no host that is not on the list, where there is one, named or behind a redirect', async () => {
    const listed = (hosts: string[]) => ({ guard: { ...guard, hosts } });
    expect(await problemOf(open('/page', listed(['public.test'])))).toBe('opened');
    expect(await problemOf(open('/page', listed([`*.test:${port}`])))).toBe('opened');
    expect(await problemOf(open('/to-page', listed(['public.test'])))).toBe('opened');
    for (const hosts of [[], ['*.public.test'], ['public.test:1'], ['public.tes'], ['test']])
      expect([hosts, await problemOf(open('/page', listed(hosts)))]).toEqual([hosts, 'address_not_allowed']);
    const elsewhere = { guard: { ...guard, hosts: ['public.test'] } };
    expect(await problemOf(open('/to-inside', elsewhere))).toBe('address_not_allowed');
  });

  it('no other scheme, before or after a redirect', async () => {
    expect(await problemOf(open('file:///etc/passwd'))).toBe('not_an_address');
    expect(await problemOf(open('ftp://public.test/a'))).toBe('not_an_address');
    expect(await problemOf(open('nonsense'))).toBe('not_an_address');
    expect(await problemOf(open('/to-file'))).toBe('not_an_address');
  });

  it('no name of which one address is private', async () => {
    const mixed = { ...guard, resolve: async () => ['127.0.0.1', '192.168.1.1'] };
    expect(await problemOf(open('/page', { guard: mixed }))).toBe('address_not_allowed');
  });

  it('no other address than the one that was checked, however the name changes', async () => {
    let lookups = 0;
    const rebinding = { ...guard, resolve: async () => [lookups++ === 0 ? '127.0.0.1' : '127.0.0.2'] };
    expect(await problemOf(open('/page', { guard: rebinding }))).toBe('opened');
    expect(lookups).toBe(1);
    expect(await problemOf(open('/page', { guard: rebinding }))).toBe('address_not_allowed');
  });

  it('by default not even this machine', async () => {
    expect(await problemOf(guardedFetch({ url: `http://127.0.0.1:${port}/page` }))).toBe(
      'address_not_allowed',
    );
    expect(await problemOf(guardedFetch({ url: `http://localhost:${port}/page` }))).toBe(
      'address_not_allowed',
    );
  });

  it('knows the ranges', () => {
    const closed =
      '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1 192.0.2.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 64:ff9b::1 fc00::1 fd12::1 fe80::1 ff02::1 2001:db8::1 2002:7f00:1::1 2001::1 localhost';
    for (const address of closed.split(' '))
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });
});
