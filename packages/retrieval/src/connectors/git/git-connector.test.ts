import { randomBytes } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, ConnectorRequest } from '../connector.js';
import { failureOf, Mirror, openKind, openNetwork } from '../mirror.test-helper.js';
import { serve, type TestServer } from '../test-server.test-helper.js';
import { gitConnector } from './git-connector.js';
import { createRepository, serveGit } from './git-server.test-helper.js';

const opened: Connector[] = [];
const repositories: ReturnType<typeof createRepository>[] = [];
const servers: TestServer[] = [];
afterAll(async () => {
  for (const connector of opened) await connector.close?.();
  for (const server of servers) await server.close();
  for (const repository of repositories) repository.delete();
});
const newRepository = () => {
  const repository = createRepository();
  repositories.push(repository);
  return repository;
};
async function open(settings: Record<string, unknown>): Promise<Connector> {
  const connector = await openKind(gitConnector, settings);
  opened.push(connector);
  return connector;
}
const onlyBelow = (root: string) => async (path: string) => {
  if (!(await realpath(path)).startsWith(root)) throw new Error('not there');
};
/** The same tests for a repository over HTTP, one whose server cannot filter, and local ones. */
const ways = ['over http', 'over http without filters', 'in a folder', 'in a folder, packed'] as const;

describe.each(ways)('KB-10 a Git repository %s', (way) => {
  const repository = newRepository();
  let url: string;
  const asked: string[] = [];
  beforeAll(async () => {
    repository.inBare('config', 'uploadpack.allowFilter', String(way === 'over http'));
    const server = await serveGit({
      root: join(repository.folder, 'served'),
      token: 'tok-en',
      onRequest: (line) => asked.push(line),
    });
    servers.push(server);
    url = way.startsWith('in') ? repository.bare : `${server.url}/repo.git`;
  });
  const connect = async (settings: Record<string, unknown> = {}) => {
    if (way.endsWith('packed')) repository.inBare('gc', '-q', '--prune=now');
    const tools = {
      network: openNetwork,
      signal: new AbortController().signal,
      assertFolder: onlyBelow(repository.folder),
    };
    const parsed = gitConnector.settings.parse({ url, token: 'tok-en', ...settings });
    const connector = await gitConnector.open(parsed, tools);
    opened.push(connector);
    return connector;
  };

  it('follows what is added, changed, moved and deleted, by the difference of trees', async () => {
    const long = Array.from({ length: 3000 }, (_, n) => `line ${n} ${n * 7919}`).join('\n');
    await repository.write('README.md', 'first');
    await repository.write('docs/a/long.md', long);
    await repository.write('docs/ä b%.md', 'second');
    await repository.write('docs/gone.md', 'third');
    await repository.write('logo.woff2', 'a picture');
    await repository.write('.hidden/x.md', 'hidden');
    repository.push('one');
    const mirror = new Mirror();
    await mirror.run(await connect());
    expect(mirror.texts).toEqual({
      'README.md': 'first',
      'docs/a/long.md': long,
      'docs/ä b%.md': 'second',
      'docs/gone.md': 'third',
    });
    expect(mirror.notes).toEqual(['Left out, because Ibid does not read these file types: 1 .woff2.']);
    expect([mirror.complete, mirror.cursor]).toEqual([true, repository.git(['rev-parse', 'HEAD'])]);

    asked.length = 0;
    await mirror.run(await connect());
    expect(mirror.reads).toEqual([]);
    expect(asked.filter((line) => line.startsWith('POST')).length).toBe(way.startsWith('over') ? 1 : 0);

    await repository.write('docs/a/long.md', `${long}\nand one more`);
    await repository.remove('docs/gone.md');
    repository.git(['mv', 'docs/ä b%.md', 'moved.md']);
    repository.push('two');
    await mirror.run(await connect());
    expect(mirror.texts).toEqual({
      'README.md': 'first',
      'docs/a/long.md': `${long}\nand one more`,
      'moved.md': 'second',
    });
    expect(mirror.reads.toSorted()).toEqual(['long.md', 'moved.md']);
    expect(mirror.complete).toBe(false);
    expect(mirror.kept.get('moved.md')?.item.date).toMatch(/^20/u);

    // A rewritten branch whose old commit is gone is listed completely, but only changed files are read again.
    repository.git(['commit', '-q', '--amend', '-m', 'two, again', '--date=2020-01-01T00:00:00Z']);
    await repository.write('moved.md', 'changed');
    repository.push('three');
    repository.inBare('reflog', 'expire', '--expire=now', '--all');
    repository.inBare('gc', '-q', '--prune=now');
    await mirror.run(await connect());
    expect(mirror.texts['moved.md']).toBe('changed');
    expect(mirror.reads).toEqual(['moved.md']);
    expect(mirror.cursor).toBe(repository.git(['rev-parse', 'HEAD']));
  });

  it('reads another branch and chosen paths only, and goes on after a kill', async () => {
    for (let n = 0; n < 150; n++) await repository.write(`many/${n % 7}/${n}.txt`, `text ${n}`);
    await repository.write('many/note.md', 'a note');
    repository.push('many', 'other/branch');
    const settings = { branch: 'other/branch', paths: ['many/'] };
    const mirror = new Mirror();
    await mirror.run(await connect(settings), { stopAfter: 70 });
    expect([mirror.kept.size, mirror.cursor]).toEqual([70, null]);
    asked.length = 0;
    await mirror.run(await connect(settings));
    expect([mirror.kept.size, mirror.reads.length]).toEqual([151, 81]);
    expect(asked.length).toBeLessThan(10);
    const notes = new Mirror();
    await notes.run(await connect({ ...settings, paths: ['*.md'] }));
    expect(Object.keys(notes.texts).filter((path) => path.startsWith('many'))).toEqual(['many/note.md']);
    const limited = new Mirror();
    await limited.run(await connect({ ...settings, maxItems: 9 }));
    expect([limited.kept.size <= 9, limited.complete, limited.cursor]).toEqual([true, false, null]);
    const none = failureOf(new Mirror().run(await connect({ branch: 'nowhere' })));
    expect((await none).message).toContain('no branch nowhere');
  });

  it('fails for one file that is too large or in LFS, and follows no link out of it', async () => {
    await repository.write('big/large.txt', randomBytes(40_000).toString('hex'));
    await repository.write(
      'big/lfs.txt',
      'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n',
    );
    await repository.write('big/small.txt', 'small');
    mkdirSync(join(repository.folder, 'work/big'), { recursive: true });
    symlinkSync('/etc/passwd', join(repository.folder, 'work/big/link.txt'));
    repository.push('big');
    const mirror = new Mirror();
    await mirror.run(await connect({ paths: ['big/'] }), { maxBytes: 20_000 });
    expect(mirror.texts).toEqual({ 'big/small.txt': 'small' });
    expect(mirror.failures.map((line) => line.split(': ').slice(0, 2).join(' ')).toSorted()).toEqual([
      'large.txt too-large',
      'lfs.txt unreadable',
    ]);
  });
});

describe('KB-10 a Git repository that cannot be read', () => {
  it('says what to do about a wrong token, a wrong address and a server that is away', async () => {
    const repository = newRepository();
    await repository.write('a.md', 'kept');
    repository.push('one');
    const root = join(repository.folder, 'served');
    const server = await serveGit({ root, token: 'right' });
    const url = `${server.url}/repo.git`;
    const failing = async (settings: object) => failureOf(new Mirror().run(await open({ ...settings })));
    const refused = await failing({ url, token: 'tok-wrong' });
    expect([refused.problem, refused.message.includes('tok-wrong')]).toEqual(['refused', false]);
    expect(refused.message).toContain('needs a token');
    expect((await failing({ url })).problem).toBe('refused');
    expect((await failing({ url: `${server.url}/none.git`, token: 'right' })).problem).toBe('settings');
    expect((await failureOf(open({ url: 'git@example.org:team/repo' }))).message).toContain(
      'https://host/name',
    );
    expect((await failureOf(open({ url: 'https://me:tok-en@example.org/r' }))).message).not.toContain(
      'tok-en',
    );

    const mirror = new Mirror();
    await mirror.run(await open({ url, token: 'right' }));
    await repository.write('a.md', 'changed');
    repository.push('two');
    // The token is revoked after the list, before the file.
    let posts = 0;
    const network = {
      ...openNetwork,
      fetch: (address: string | URL, init: ConnectorRequest = {}) =>
        openNetwork.fetch(address, { ...init, ...(init.method && (posts += 1) > 3 ? { headers: {} } : {}) }),
    };
    const losing = await openKind(gitConnector, { url, token: 'right' }, network);
    opened.push(losing);
    repository.inBare('config', 'uploadpack.allowFilter', 'true');
    expect((await failureOf(mirror.run(losing))).problem).toBe('away');
    expect(mirror.texts).toEqual({ 'a.md': 'kept' });
    await server.close();
    expect((await failing({ url, token: 'right' })).problem).toBe('away');
    expect(mirror.texts).toEqual({ 'a.md': 'kept' });
  });

  it('opens no folder outside those that may be read, and no file by a branch', async () => {
    const repository = newRepository();
    await repository.write('a.md', 'x');
    repository.push('one');
    const tools = { network: openNetwork, signal: new AbortController().signal };
    const at = (url: string, more: object) =>
      failureOf(gitConnector.open(gitConnector.settings.parse({ url }), { ...tools, ...more }));
    const work = join(repository.folder, 'work');
    expect((await at(repository.bare, {})).problem).toBe('settings');
    const elsewhere = await at(repository.bare, { assertFolder: onlyBelow(work) });
    expect(elsewhere.message).toBe(`Ibid may not read ${repository.bare}.`);
    expect((await at(`file://${work}/..`, { assertFolder: onlyBelow(work) })).problem).toBe('settings');
    expect((await at(`${work}/none`, { assertFolder: async () => {} })).problem).toBe('settings');
    await repository.write('plain/x.md', 'x');
    expect((await at(`${work}/plain`, { assertFolder: onlyBelow(work) })).message).toContain(
      'no Git repository',
    );
    for (const branch of ['../../../etc/passwd', '/etc/passwd', 'a..b', '-x', 'a b'])
      expect(gitConnector.settings.safeParse({ url: 'https://example.org/r', branch }).success).toBe(false);
  });

  it('starts no program for an address, whatever it looks like, and reads no submodule', async () => {
    for (const url of [
      'ext::sh -c id',
      '--upload-pack=id',
      '-oProxyCommand=id',
      'ssh://-oProxyCommand=id/r',
      'git://example.org/r',
      'git@example.org:r',
      'file+ssh://x',
    ])
      expect((await failureOf(open({ url }))).problem).toBe('settings');
    const repository = newRepository();
    const blob = repository.git(['hash-object', '-w', '--stdin'], 'read me');
    const lines = `100644 blob ${blob}\treadme.md\n160000 commit ${'a'.repeat(40)}\tmodule\n`;
    const tree = repository.git(['mktree', '--missing'], lines);
    const commit = repository.git(['commit-tree', tree, '-m', 'with a module']);
    repository.git(['push', '-q', 'origin', `${commit}:refs/heads/main`]);
    const server = await serveGit({ root: join(repository.folder, 'served') });
    const mirror = new Mirror();
    await mirror.run(await open({ url: `${server.url}/repo.git` }));
    await server.close();
    expect([...mirror.kept.keys()]).toEqual(['readme.md']);
  });

  it('ends in a tree that holds itself ten times over, ten levels deep', async () => {
    const repository = newRepository();
    const blob = repository.git(['hash-object', '-w', '--stdin'], 'bomb');
    let entry = `100644 blob ${blob}`;
    for (let level = 0; level < 10; level++) {
      const names = Array.from({ length: 10 }, (_, n) => `${entry}\td${n}`).join('\n');
      entry = `040000 tree ${repository.git(['mktree'], `${names}\n`)}`;
    }
    const commit = repository.git(['commit-tree', entry.split(' ')[2] ?? '', '-m', 'bomb']);
    repository.git(['push', '-q', 'origin', `${commit}:refs/heads/main`]);
    const server = await serveGit({ root: join(repository.folder, 'served') });
    const mirror = new Mirror();
    await mirror.run(await open({ url: `${server.url}/repo.git`, maxItems: 300 }));
    await server.close();
    expect([mirror.kept.size <= 300, mirror.complete]).toEqual([true, false]);
    expect(mirror.notes.at(-1)).toContain('there are more');
  });

  it('bears a server that sends nonsense, too much, or leads elsewhere', async () => {
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
    const commit = 'a'.repeat(40);
    const greeting = `${line('version 2\n')}${line('ls-refs\n')}${line('fetch=shallow filter\n')}0000`;
    const against = async (
      answers: (path: string, body: string) => string | Buffer | null,
      location?: string,
    ) => {
      const server = await serve((request, response) => {
        let body = '';
        request.on('data', (part) => (body += String(part)));
        request.on('end', () => {
          if (location) return void response.writeHead(302, { location }).end();
          response.end(answers(request.url ?? '', body) ?? '');
        });
      });
      const failure = await failureOf(
        new Mirror().run(await open({ url: `${server.url}/r`, token: 'tok-en' })),
      );
      await server.close();
      return failure;
    };
    const speaking = (pack: string | Buffer) => (path: string, body: string) => {
      if (path.includes('info/refs')) return greeting;
      if (body.includes('ls-refs')) return `${line(`${commit} HEAD symref-target:refs/heads/main\n`)}0000`;
      const head = Buffer.from((pack.length + 5).toString(16).padStart(4, '0') + '\u0001');
      return Buffer.concat([Buffer.from(line('packfile\n')), head, Buffer.from(pack), Buffer.from('0000')]);
    };
    expect((await against(() => '<html>not git</html>')).message).toContain('no Git repository');
    expect((await against(() => `${line(`${commit} HEAD\n`)}0000`)).message).toContain('too old');
    expect((await against(speaking('PACK, or not'))).message).toContain('broken pack');
    const endless = Buffer.concat([
      Buffer.from('PACK\0\0\0\u0002\u00ff\u00ff\u00ff\u00ff', 'latin1'),
      randomBytes(500),
    ]);
    expect((await against(speaking(endless))).problem).toBe('away');
    expect((await against(speaking(Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1')))).problem).toBe('away');
    const asked: unknown[] = [];
    const inside = await serve((request, response) => {
      asked.push(request.headers);
      response.end();
    });
    expect((await against(() => null, inside.url)).problem).toBe('settings');
    await inside.close();
    expect(asked).toEqual([]);
  });
});
