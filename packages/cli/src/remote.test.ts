import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from '@ibid/server';
import type { IbidServer } from '@ibid/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../ibid.js', import.meta.url));

let folder: string;
let server: IbidServer;
let url: string;
const keys: Record<'write' | 'read', string> = { write: '', read: '' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-remote-'));
  cpSync(fileURLToPath(new URL('../sample', import.meta.url)), join(folder, 'ship'), { recursive: true });
  server = await createServer({
    dataFolder: join(folder, 'data'),
    port: 0,
    mode: 'login',
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
  });
  const listening = await server.listen();
  ({ url } = listening);
  const json = { 'content-type': 'application/json' };
  const setup = await fetch(`${url}/api/setup`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      token: new URL(listening.setupUrl!).searchParams.get('token'),
      name: 'root',
      password: 'a long enough password',
    }),
  });
  const { csrfToken } = (await setup.json()) as { csrfToken: string };
  const cookie = setup.headers.get('set-cookie')!.split(';')[0]!;
  for (const scope of ['read', 'write'] as const) {
    const made = await fetch(`${url}/api/keys`, {
      method: 'POST',
      headers: { ...json, cookie, 'x-csrf-token': csrfToken },
      body: JSON.stringify({ name: scope, scopes: scope === 'read' ? ['read'] : ['read', 'write'] }),
    });
    keys[scope] = ((await made.json()) as { key: string }).key;
  }
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The built command in a separate process, talking to the server over its socket. */
async function ibid(
  key: string,
  words: string[],
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [bin, ...words, '--server', url, '--key', key], {
    env: { PATH: process.env['PATH'], HOME: join(folder, 'nobody') },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (err += part.toString('utf8')));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

describe('CLI-1 against a remote server', () => {
  it('sends a folder in batches with its progress, searches and asks there', async () => {
    // More than fits in one request.
    mkdirSync(join(folder, 'ship/notes'));
    for (let note = 0; note < 50; note += 1)
      writeFileSync(join(folder, 'ship/notes', `${note}.txt`), `Note ${note}: the winch was greased.`);
    const sent = await ibid(keys.write, ['ingest', join(folder, 'ship'), '--kb', 'Ship']);
    expect(sent).toMatchObject({ code: 0 });
    expect(sent.out).toContain('59 added');
    expect(sent.err).toContain('Ship 0 % (0/59)');
    expect(sent.err).toContain('Ship 100 % (59/59)');
    const again = await ibid(keys.write, ['ingest', join(folder, 'ship'), '--kb', 'Ship', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({ counts: { unchanged: 59 }, failures: [] });
    const found = await ibid(keys.read, ['search', 'greatest diving depth', '--mode', 'keyword', '--json']);
    expect(found.code).toBe(0);
    const asked = await ibid(keys.write, ['ask', 'Who is the dive supervisor?', '--kb', 'Ship']);
    expect(asked.code).toBe(0);
    expect(asked.out).toContain('Dr. Yuki Tanabe');
    expect(asked.out).toMatch(/^\[1\] Diving manual$/mu);
  });

  it('KB-1 takes in what comes over standard input, under its name', async () => {
    const send = (input: string, ...words: string[]) =>
      ibid(keys.write, ['ingest', '-', '--kb', 'Piped', ...words], input);
    const tides = '# Tides\n\nHigh water in Oberhafen is at noon.\n';
    expect(await send(tides, '--name', 'tides.md')).toMatchObject({ code: 0, out: '-: 1 added; 1 chunk\n' });
    expect((await send(tides, '--name', 'tides.md')).out).toContain('1 already there');
    expect((await send(tides.replace('noon', 'one'), '--name', 'tides.md')).out).toContain('1 changed');
    const found = await ibid(keys.read, ['search', 'high water', '--mode', 'keyword']);
    expect(found.out).toContain('High water in Oberhafen is at one.');
    const empty = await send('', '--name', 'empty.md');
    expect(empty).toMatchObject({ code: 0, out: '-: 1 skipped; 0 chunks\n' });
    expect(empty.err).toContain('The file is empty.');
    expect(empty.err).not.toContain('nothing was added');
    const watched = await send(tides, '--watch');
    expect(watched).toMatchObject({ code: 2, err: expect.stringContaining('cannot be watched') as string });
  });

  it('talks, forks and shows what was seen', async () => {
    const talked = await ibid(
      keys.write,
      ['chat'],
      'Who is the dive supervisor?\n/sources\n/context\n/refs\n/fork\n/exit\n',
    );
    expect(talked.code).toBe(0);
    for (const shown of ['Tanabe', '[1] Diving manual', 'system prompt', 'fd:1', 'Now in the fork'])
      expect(talked.out).toContain(shown);
  });

  it('says what is wrong with a key', async () => {
    const nobody = await ibid('ibid_wrong', ['ask', 'Who?']);
    expect(nobody).toMatchObject({ code: 1, out: '' });
    expect(nobody.err).toMatch(/log in|key/iu);
    const reader = await ibid(keys.read, ['ask', 'Who?']);
    expect(reader).toMatchObject({ code: 1, out: '' });
    expect(reader.err).toMatch(/key|read/iu);
  });
});
