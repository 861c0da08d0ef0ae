import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type TestServer } from '../test-server.test-helper.js';

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** A bare repository, and a working copy that pushes to it. */
export function createRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-git-test-'));
  const bare = join(folder, 'served', 'repo.git');
  const work = join(folder, 'work');
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, {
      cwd: args[0] === 'init' ? folder : work,
      env: { ...process.env, ...IDENTITY },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
      ...(input === undefined ? {} : { input }),
    }).trim();
  git(['init', '-q', '--bare', '-b', 'main', bare]);
  git(['init', '-q', '-b', 'main', work]);
  git(['remote', 'add', 'origin', bare]);
  return {
    folder,
    bare,
    git,
    async write(path: string, text: string) {
      await mkdir(join(work, path, '..'), { recursive: true });
      await writeFile(join(work, path), text);
    },
    remove: (path: string) => rm(join(work, path), { recursive: true }),
    push(message: string, branch = 'main') {
      git(['add', '-A']);
      git(['commit', '-q', '-m', message]);
      git(['push', '-q', '--force', 'origin', `HEAD:refs/heads/${branch}`]);
    },
    inBare: (...args: string[]) => git(['--git-dir', bare, ...args]),
    delete: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Git's own server behind HTTP, with a token if one is set. */
export function serveGit(options: {
  root: string;
  token?: string;
  onRequest?: (line: string) => void;
  port?: number;
}): Promise<TestServer> {
  const expected = options.token && `Basic ${Buffer.from(`git:${options.token}`).toString('base64')}`;
  return serve((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    options.onRequest?.(`${request.method} ${path}`);
    if (expected && request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
      return;
    }
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'],
        ...IDENTITY,
        GIT_PROJECT_ROOT: options.root,
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method,
        PATH_INFO: path,
        QUERY_STRING: query,
        CONTENT_TYPE: request.headers['content-type'],
        HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      } as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => {});
    request.pipe(child.stdin);
    let head: Buffer | null = Buffer.alloc(0);
    child.stdout.on('data', (part: Buffer) => {
      if (head === null) return void response.write(part);
      head = Buffer.concat([head, part]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const headers = head
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(': '));
      const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
      response.writeHead(
        Number.parseInt(status, 10),
        Object.fromEntries(headers.filter(([name]) => name !== 'Status') as [string, string][]),
      );
      response.write(head.subarray(end + 4));
      head = null;
    });
    child.stdout.on('end', () => response.end());
  }, options.port);
}
