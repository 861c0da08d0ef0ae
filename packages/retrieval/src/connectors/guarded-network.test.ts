import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectorError } from './connector-error.js';
import { guardedNetwork, type GuardedNetworkOptions } from './guarded-network.js';
import { readResponse, requireGoodAnswer } from './read-response.js';

let server: Server;
let port: number;
const asked: Pick<IncomingMessage, 'url' | 'method' | 'headers'>[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    const path = request.url ?? '';
    if (path === '/away') response.writeHead(302, { location: `http://other.test:${port}/here` }).end();
    else if (path === '/inside') response.writeHead(302, { location: `http://hidden.test:${port}/` }).end();
    else if (path === '/same') response.writeHead(304).end();
    else if (path === '/packed')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(5_000)));
    else if (path === '/no') response.writeHead(403).end('no');
    else if (path === '/broken') {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    } else request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const network = (options: Partial<GuardedNetworkOptions> = {}) =>
  guardedNetwork({
    hosts: null,
    privateHosts: ['docs.test', 'other.test'],
    signal: new AbortController().signal,
    resolve: async () => ['127.0.0.1'],
    ...options,
  });
const at = (path: string) => `http://docs.test:${port}${path}`;
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: ConnectorError) => error.problem,
  );

describe('KB-10 the network of a connector', () => {
  it('sends what it is told to, and unpacks what comes', async () => {
    const echoed = await network().fetch(at('/echo'), { method: 'PROPFIND', body: 'what is there?' });
    expect(new TextDecoder().decode(await readResponse(echoed, 100))).toBe('what is there?');
    expect(asked.at(-1)).toMatchObject({ method: 'PROPFIND' });
    const packed = await network().fetch(at('/packed'));
    expect(await readResponse(packed, 10_000)).toHaveLength(5_000);
    expect((await network().fetch(at('/same'))).status).toBe(304);
  });

  it('keeps what lets one in from other origins that an answer leads to', async () => {
    await network().fetch(at('/away'), { headers: { Authorization: 'Bearer secret', 'x-other': 'sent' } });
    expect(asked.at(-2)?.headers).toMatchObject({ authorization: 'Bearer secret' });
    expect(asked.at(-1)).toMatchObject({ url: '/here', headers: { 'x-other': 'sent' } });
    expect(asked.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('reaches private addresses of allowed hosts only, also when an answer leads there', async () => {
    expect(await problemOf(network().fetch(`http://hidden.test:${port}/`))).toBe('settings');
    expect(await problemOf(network().fetch(at('/inside')))).toBe('settings');
    expect(await problemOf(network({ hosts: ['elsewhere.test'] }).fetch(at('/echo')))).toBe('settings');
    expect(await problemOf(network().addressOf('hidden.test', 993))).toBe('settings');
    expect(await network().addressOf('docs.test', 993)).toBe('127.0.0.1');
    const cloud = network({ resolve: async () => ['169.254.169.254'] });
    expect(await problemOf(cloud.addressOf('docs.test', 80))).toBe('settings');
  });

  it('KB-8 takes no other spelling of a private address, and no name that changes its mind', async () => {
    const before = asked.length;
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '0.0.0.0',
      'fe80::1',
      '10.0.0.8',
    ]) {
      const there = network({ resolve: async () => [address] });
      expect([address, await problemOf(there.fetch(`http://public.test:${port}/`))]).toEqual([
        address,
        'settings',
      ]);
      expect([address, await problemOf(there.addressOf('public.test', 993))]).toEqual([address, 'settings']);
    }
    for (const host of ['127.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost.'])
      expect([host, await problemOf(network().fetch(`http://${host}:${port}/`))]).toEqual([host, 'settings']);
    // Even a host allowed by name must not lead to cloud metadata addresses, which hand out keys.
    for (const address of ['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254', '100.100.100.200'])
      expect(await problemOf(network({ resolve: async () => [address] }).fetch(at('/echo')))).toBe(
        'settings',
      );
    expect(asked).toHaveLength(before);
    let lookups = 0;
    const rebinding = network({ resolve: async () => [lookups++ === 0 ? '127.0.0.1' : '169.254.169.254'] });
    // Connects to the checked address, even if the name has changed since. The next request resolves it again.
    await (await rebinding.fetch(at('/echo'))).body?.cancel();
    expect(lookups).toBe(1);
    expect(await problemOf(rebinding.fetch(at('/echo')))).toBe('settings');
    expect(asked).toHaveLength(before + 1);
  });

  it('tells apart what is away, refused, too large and gone', async () => {
    expect(await problemOf(network().fetch('http://docs.test:1/'))).toBe('away');
    const refused = await network().fetch(at('/no'));
    expect(() => requireGoodAnswer(refused, 'The page')).toThrow('does not allow access (403)');
    expect(await problemOf(readResponse(await network().fetch(at('/packed')), 1_000))).toBe('too-large');
    expect(await problemOf(readResponse(await network().fetch(at('/broken')), 1_000))).toBe('away');
  });
});
