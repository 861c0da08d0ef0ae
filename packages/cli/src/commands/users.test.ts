import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@ibid/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid } from '../run-command.test-helper.js';

let folder: string;
const run = (...words: string[]) => ibid(...words, '--data', join(folder, 'data'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-users-'));
  vi.stubEnv('OLLAMA_HOST', 'off');
  const server = await createServer({
    dataFolder: join(folder, 'data'),
    logLevel: 'silent',
    embedder: 'none',
  });
  for (const name of ['ada', 'ben', 'cyd']) {
    const body = JSON.stringify({ name, password: 'a long enough password' });
    const headers = { 'content-type': 'application/json' };
    await server.fetch(new Request('http://localhost/api/users', { method: 'POST', headers, body }));
  }
  await server.close();
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('ORG-3 users and retention on the command line', () => {
  it('ORG-3 says that documents belong to the people of the server, where nothing can be seen', async () => {
    for (const command of ['ask', 'search'])
      expect((await run(command, 'What is the notice period?')).err).toContain('belong to people who log in');
  });

  it('lists users, asks before one is erased, and says what became of what they had', async () => {
    expect((await run('users')).out).toBe('ada  member\nben  member\ncyd  member\n');
    expect(await run('users', 'erase', 'ben')).toMatchObject({ code: 2, out: '' });
    expect((await run('users', 'erase', 'ben', '--yes')).out).toContain('Deleted: nothing.');
    const given = await run('users', 'erase', 'cyd', '--yes', '--hand-over-to', 'ada', '--json');
    expect(JSON.parse(given.out)).toMatchObject({ handedOver: { knowledgeBases: 0 }, left: {} });
    expect((await run('users')).out).toBe('ada  member\n');
    expect((await run('users', 'reset-second-factor', 'ada')).err).toContain('no second factor');
    expect((await run('users', 'erase', 'nobody', '--yes')).err).toContain('There is no user "nobody"');
    expect(await run('users', 'rename', 'ada')).toMatchObject({ code: 2 });
  });

  it('ORG-1 says who needs a second factor', async () => {
    expect((await run('users', 'require-second-factor', 'administrators')).out).toContain(
      'required to log in with a password: administrators',
    );
    expect((await run('users', 'require-second-factor', 'nobody')).out).toContain('Nobody is required');
    expect(await run('users', 'require-second-factor', 'ada')).toMatchObject({ code: 2 });
    const made = await run('users', 'set-up-code', 'ada');
    expect(made.out).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}\n$/u);
    expect(made.err).toContain('It is not shown again');
  });

  it('says what is past its time', async () => {
    expect((await run('retention')).out).toContain('conversations (kept for ever): 0 to delete');
    expect(JSON.parse((await run('retention', '--run', '--json')).out)).toMatchObject({
      conversations: 0,
      items: 0,
    });
  });

  it('rotates the secret key', async () => {
    expect(await run('rotate-key')).toMatchObject({
      code: 0,
      out: 'Made a new secret key. Secrets encrypted with it: 0.\n',
    });
  });
});
