import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createIbid, type IbidServer } from '@ibid/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid } from '../run-command.test-helper.js';

let folder: string;
let web: Server;
let origin: string;
let remote: IbidServer;
let address: string;
const FIRST_PAGE = `<title>Tides</title><p>The tide turns at noon. ${'The quokkaberry sleeps. '.repeat(200)}</p>`;
let page = FIRST_PAGE;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-sources-'));
  vi.stubEnv('OLLAMA_HOST', 'off');
  vi.stubEnv('IBID_EMBEDDER', 'none');
  web = createServer((request, response) => {
    if (request.url === '/docs/') response.setHeader('content-type', 'text/html').end(page);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  remote = await createIbid({ dataFolder: join(folder, 'remote'), port: 0, logLevel: 'silent' });
  address = (await remote.listen()).url;
});
afterAll(async () => {
  await remote.close();
  web.closeAllConnections();
  web.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['a data folder', 'a server'])('KB-10 sources on the command line, with %s', (place) => {
  const run = (...words: string[]) =>
    ibid(
      'sources',
      ...words,
      ...(place === 'a server' ? ['--server', address] : ['--data', join(folder, 'data')]),
    );

  const filesWith = (word: string) =>
    readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path, 'latin1').toLowerCase().includes(word));

  it('are added, synced, paused, changed, told of and removed', async () => {
    expect((await run()).err).toContain('There is no source yet');
    expect((await run('kinds')).out).toContain('site: ');
    const settings = ['--set', `url=${origin}/docs/`, 'delaySeconds=0'];
    const added = await run('add', 'site', ...settings, '--name', 'Harbour', '--kb', 'Web');
    expect(added).toMatchObject({ code: 0 });
    expect(added.out).toContain('Harbour (site)  1 documents, synced');
    if (place === 'a data folder') expect(filesWith('quokkaberr')).not.toEqual([]);
    page = '<title>Tides</title><p>The tide turns at dusk.</p>';
    expect((await run('sync', 'harbour')).code).toBe(0);
    expect((await run('log', 'Harbour')).out).toContain('0 added, 1 changed');
    // ORG-3: no server runs here to purge what the page no longer says.
    if (place === 'a data folder') expect(filesWith('quokkaberr')).toEqual([]);
    expect((await run('pause', 'Harbour')).out).toContain('paused');
    expect((await run('resume', 'Harbour')).out).toContain('waiting');
    const changed = await run('change', 'Harbour', '--set', 'depth=2', '--every', '60', '--share', 'private');
    expect(changed.out).toMatch(/depth +2\n/u);
    expect(changed.out).toMatch(/every +60 minutes/u);
    expect(changed.out).toMatch(/shared +private/u);
    const asked = await run('remove', 'Harbour');
    expect(asked).toMatchObject({ code: 2 });
    expect(asked.err).toContain('deletes its 1 documents');
    expect((await run('remove', 'Harbour', '--yes')).out).toBe('Removed Harbour.\n');
    page = FIRST_PAGE;
  });

  it('say what is wrong', async () => {
    expect(await run('add', 'gopher')).toMatchObject({ code: 2 });
    expect((await run('add', 'site')).err).toContain('--set url=');
    expect((await run('add', 'site', '--set', 'depth=deep')).err).toContain('depth takes a number');
    expect((await run('show', 'nothing')).code).toBe(3);
    const away = await run('add', 'feed', '--set', 'url=http://127.0.0.1:1/', '--every', 'never');
    expect(away.code).toBe(1);
    expect(away.out).toContain('does not answer');
  });
});
