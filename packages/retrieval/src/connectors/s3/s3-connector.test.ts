import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorRequest } from '../connector.js';
import { failureOf, Mirror, openKind, openNetwork } from '../mirror.test-helper.js';
import { serve } from '../test-server.test-helper.js';
import { s3Connector } from './s3-connector.js';
import { serveS3 } from './s3-server.test-helper.js';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/of+the=tests' };
const objects = new Map<string, string>();
const start = (port = 0) =>
  serveS3({
    bucket: 'papers',
    keys: { AKIDEXAMPLE: credentials.secretAccessKey },
    pageSize: 7,
    objects,
    port,
  });
let storage: Awaited<ReturnType<typeof start>>;
let endpoint: string;
beforeAll(async () => {
  storage = await start();
  endpoint = storage.url;
});
afterAll(() => storage.close());
beforeEach(() => objects.clear());

const bucket = (settings: Record<string, unknown> = {}) =>
  openKind(s3Connector, { endpoint, bucket: 'papers', prefix: 'kept/', ...credentials, ...settings });

const withKey = (key: string, { headers }: ConnectorRequest) =>
  Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name, value.replace(credentials.accessKeyId, key)]),
  );

describe('KB-10 S3-compatible storage', () => {
  it('follows what is added, changed, moved and deleted, and reads the rest no second time', async () => {
    const mirror = new Mirror();
    objects.set('kept/a.md', 'first');
    objects.set('kept/deep/b c+ä%.md', 'second');
    objects.set('other.md', 'outside the prefix');
    objects.set('kept/photo.mp4', 'never read');
    await mirror.run(await bucket());
    expect(mirror.texts).toEqual({ 'kept/a.md': 'first', 'kept/deep/b c+ä%.md': 'second' });
    expect([...mirror.kept.values()][0]?.item).toMatchObject({ name: 'a.md', size: 5 });

    expect(mirror.notes).toEqual(['Left out, because Ibid does not read these file types: 1 .mp4.']);

    await mirror.run(await bucket());
    expect(mirror.reads).toEqual([]);

    objects.set('kept/a.md', 'changed');
    objects.delete('kept/deep/b c+ä%.md');
    objects.set('kept/moved.md', 'second');
    await mirror.run(await bucket());
    expect(mirror.texts).toEqual({ 'kept/a.md': 'changed', 'kept/moved.md': 'second' });
    expect(mirror.reads).toEqual(['a.md', 'moved.md']);
  });

  it('lists a bucket of several pages, and goes on after a kill without reading twice', async () => {
    for (let n = 0; n < 110; n++) objects.set(`many/${n}.txt`, `${n}`);
    const mirror = new Mirror();
    await mirror.run(await bucket({ prefix: 'many/' }), { stopAfter: 60 });
    expect(mirror.kept.size).toBe(60);
    await mirror.run(await bucket({ prefix: 'many/' }));
    expect(mirror.kept.size).toBe(110);
    expect(mirror.reads).toHaveLength(50);

    const limited = new Mirror();
    await limited.run(await bucket({ prefix: 'many/', maxItems: 10 }));
    expect([limited.kept.size, limited.complete]).toEqual([10, false]);
    expect(limited.notes).toEqual(['Only the first 10 objects were read; there are more.']);
  });

  it('says what to do about wrong keys, a wrong bucket and a server that is away', async () => {
    const run = async (settings: object) => failureOf(new Mirror().run(await bucket({ ...settings })));
    const wrongSecret = await run({ secretAccessKey: 'not-the-secret' });
    expect(wrongSecret.problem).toBe('refused');
    expect(wrongSecret.message).toContain('Enter them again');
    expect(wrongSecret.message).not.toContain('not-the-secret');
    expect((await run({ accessKeyId: 'NOBODY' })).problem).toBe('refused');
    expect(await run({ bucket: 'nothing-here' })).toMatchObject({ problem: 'settings' });

    objects.set('kept/a.md', 'first');
    const mirror = new Mirror();
    await mirror.run(await bucket());
    const before = mirror.texts;
    const { port } = new URL(endpoint);
    await storage.close();
    expect((await failureOf(mirror.run(await bucket()))).problem).toBe('away');
    expect(mirror.texts).toEqual(before);
    storage = await start(Number(port));
    objects.set('kept/later.md', 'later');
    await mirror.run(await bucket());
    expect(mirror.texts).toEqual({ ...before, 'kept/later.md': 'later' });
  });

  it('asks for the bucket in the host name where the path must not hold it', async () => {
    const asked: string[] = [];
    const network = {
      ...openNetwork,
      fetch: async (url: string | URL) => {
        asked.push(String(url).split('?')[0] ?? '');
        return new Response('<ListBucketResult></ListBucketResult>');
      },
    };
    const settings = { endpoint: 'https://s3.example.org', bucket: 'papers', pathStyle: false };
    await new Mirror().run(await openKind(s3Connector, settings, network));
    expect(asked).toEqual(['https://papers.s3.example.org/']);
  });

  it('deletes nothing when its key stops working half-way', async () => {
    for (let n = 0; n < 3; n++) objects.set(`kept/${n}.md`, `${n}`);
    const mirror = new Mirror();
    await mirror.run(await bucket());
    for (let n = 0; n < 3; n++) objects.set(`kept/${n}.md`, `changed ${n}`);
    let requests = 0;
    const network = {
      ...openNetwork,
      fetch: (url: string | URL, init: ConnectorRequest = {}) => {
        requests += 1;
        return openNetwork.fetch(
          url,
          requests < 3 ? init : { ...init, headers: withKey('AKIDLOCKED', init) },
        );
      },
    };
    const settings = { endpoint, bucket: 'papers', prefix: 'kept/', ...credentials };
    const open = await openKind(s3Connector, settings, network);
    expect((await failureOf(mirror.run(open))).problem).toBe('away');
    expect(Object.keys(mirror.texts)).toHaveLength(3);
  });

  it('fails for one object that is too large or gone, not for the others', async () => {
    objects.set('size/big.txt', 'x'.repeat(500));
    objects.set('size/small.txt', 'small');
    const mirror = new Mirror();
    await mirror.run(await bucket({ prefix: 'size/' }), { maxBytes: 100 });
    expect(mirror.texts).toEqual({ 'size/small.txt': 'small' });
    expect(mirror.failures).toEqual(['big.txt: too-large: big.txt is larger than 100 bytes.']);
    const open = await bucket();
    const lost = { id: 'size/lost.txt', revision: '1', name: 'lost.txt' };
    const reading = open.read(lost, { signal: new AbortController().signal, maxBytes: 100 });
    expect((await failureOf(reading)).problem).toBe('gone');
  });
});

describe('KB-10 a storage that means harm', () => {
  const hostile = async (listener: RequestListener) => {
    const server = await serve(listener);
    try {
      const mirror = new Mirror();
      const open = await bucket({ endpoint: server.url, prefix: '' });
      const failure = await mirror.run(open).then(
        () => null,
        (error: unknown) => failureOf(Promise.reject(error as Error)),
      );
      return { mirror, failure };
    } finally {
      await server.close();
    }
  };
  const list = (entries: string, more = '') =>
    `<?xml version="1.0"?><ListBucketResult>${entries}${more}</ListBucketResult>`;

  it('does not follow a list without end', async () => {
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken>';
    const { failure } = await hostile((_request, response) => response.end(list('', more)));
    expect(failure?.message).toContain('keeps repeating');
  });

  it('reads no endless answer and takes no cut-off list for a whole one', async () => {
    const endless = await hostile((_request, response) => {
      response.write('<ListBucketResult><Contents><Key>');
      const timer = setInterval(() => response.write('k'.repeat(100_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(endless.failure?.message).toContain('too long');
    const cut = await hostile((_request, response) => response.end('<ListBucketResult><Contents>'));
    expect(cut.failure?.message).toContain('ends too early');
  });

  it('leaves out keys that would lead elsewhere, and shows no tricks in names', async () => {
    const keys = ['../../admin', 'a/./b', 'ok/\u202Egpj.txt', '..%2F..%2Fpasswd'];
    const entries = keys.map((key) => `<Contents><Key>${key}</Key><ETag>1</ETag></Contents>`).join('');
    const asked: string[] = [];
    const { mirror } = await hostile((request, response) => {
      asked.push(request.url ?? '');
      response.end(asked.length === 1 ? list(entries) : 'text');
    });
    expect(mirror.notes).toHaveLength(2);
    expect(mirror.reads).toEqual(['gpj.txt', '..%2F..%2Fpasswd']);
    expect(asked[2]).toBe('/papers/..%252F..%252Fpasswd');
  });

  it('sends its keys to no other host', async () => {
    const asked: string[] = [];
    const inside = await serve((request, response) => {
      asked.push(JSON.stringify(request.headers));
      response.end(list(''));
    });
    const { failure } = await hostile((_request, response) =>
      response.writeHead(307, { location: `${inside.url}/secret` }).end(),
    );
    await inside.close();
    expect(failure?.problem).toBe('settings');
    expect(asked).toEqual([]);
  });

  it('ends with a list that never does, also where nothing of it is read', async () => {
    let pages = 0;
    const network = {
      ...openNetwork,
      fetch: async () =>
        new Response(
          `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${(pages += 1)}</NextContinuationToken><Contents><Key>folder/</Key></Contents></ListBucketResult>`,
        ),
    };
    const open = await openKind(s3Connector, { endpoint, bucket: 'papers' }, network);
    expect((await failureOf(new Mirror().run(open))).message).toContain('keeps repeating');
    expect(pages).toBe(5_001);
  });

  it('never shows a key in what it says', async () => {
    const { failure } = await hostile((request, response) =>
      response
        .writeHead(403)
        .end(`<Error><Code>Odd</Code><Message>${request.headers.authorization}</Message></Error>`),
    );
    expect(failure?.problem).toBe('refused');
    expect(failure?.message).not.toMatch(/AKIDEXAMPLE|Signature/u);
  });

  it('passes on what the network guard forbids', async () => {
    const { OpenUrlError } = await import('../../open-url/index.js');
    const network = {
      ...openNetwork,
      fetch: async () => {
        throw new OpenUrlError(
          'address_not_allowed',
          'The host is not on the public internet; it is not opened.',
        );
      },
    };
    const open = await openKind(s3Connector, { endpoint, bucket: 'papers' }, network);
    expect((await failureOf(new Mirror().run(open))).problem).toBe('settings');
  });
});
