import { copyFile, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../auth/totp.js';
import { rotateKey } from '../settings/rotate-key.js';
import { LOGIN_OPTIONS, PASSWORD, startLoginServer } from './login-server.js';
import { TestClient } from './test-client.js';
import { createTestServer, testStore } from './test-store.js';

const SECRET = 'sk-kept-over-rotations';
let folder: string;
let secret: string;
let provider: Server;
let asked: (string | undefined)[] = [];
let used = 0;
/** The result while a server was running. */
let refusal: unknown;

const keyFile = () => join(folder, 'secret.key');
const rotate = async () => {
  const { databaseUrl } = await testStore(folder);
  return rotateKey({ dataFolder: folder, databaseUrl, environment: {} });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-rotate-'));
  provider = createHttpServer((request, response) => {
    asked.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: [{ id: 'one' }] }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { server, root, add } = await startLoginServer({ dataFolder: folder });
  const { port } = provider.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  await root.client.send('PUT', '/api/settings', {
    system: { providers: [{ id: 'own', kind: 'openai-compatible', baseUrl, apiKey: SECRET }] },
  });
  const ann = await add('ann');
  const begun = await ann.client.post<{ secret: string }>('/api/second-factor', { password: PASSWORD });
  ({ secret } = begun);
  used = Math.floor(Date.now() / 30_000) - 1;
  await ann.client.post('/api/second-factor/confirm', { code: totpCode(secret, used) });
  refusal = await rotate().catch((error: unknown) => error);
  await server.close();
});

afterAll(async () => {
  provider.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server on the same data: the stored key reaches its provider, the second factor works, the log is intact. */
async function requireAllOpens(): Promise<void> {
  asked = [];
  const server = await createTestServer({ ...LOGIN_OPTIONS, dataFolder: folder });
  try {
    const { url } = await server.listen();
    const client = new TestClient(url);
    const enter = async (body: object) => {
      const answer = await client.send<{ csrfToken: string }>('POST', '/api/login', body);
      expect(answer.status).toBe(200);
      const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
      return new TestClient(url, { cookie, 'x-csrf-token': answer.body.csrfToken });
    };
    const root = await enter({ name: 'root', password: PASSWORD });
    await root.get('/api/models');
    expect(asked).toContain(`Bearer ${SECRET}`);
    expect(await root.post('/api/audit/verify', {})).toMatchObject({ faults: [] });
    const code = await nextCode();
    await enter({ name: 'ann', password: PASSWORD, code });
  } finally {
    await server.close();
  }
}

/** Each code works once: returns the next step's if the current one is used. */
async function nextCode(): Promise<string> {
  const now = () => Math.floor(Date.now() / 30_000);
  while (now() + 1 <= used) await new Promise((resolve) => setTimeout(resolve, 200));
  used = Math.max(used + 1, now());
  return totpCode(secret, used);
}

describe('ORG-1 another secret key', () => {
  it('opens all that the old one sealed, and the log says so', async () => {
    expect((refusal as Error).message).toContain('Stop all servers first');
    const before = await readFile(keyFile(), 'utf8');
    expect(await rotate()).toEqual({ sealed: 2, lost: 0 });
    expect(await readFile(keyFile(), 'utf8')).not.toBe(before);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    await requireAllOpens();
  });

  it('is found again after a kill on either side of the moment it counts', async () => {
    const old = join(folder, 'old');
    await copyFile(keyFile(), old);
    await rotate();
    // Killed before the new file was renamed.
    await rename(keyFile(), `${keyFile()}.next`);
    await rename(old, keyFile());
    await requireAllOpens();
    await expect(stat(`${keyFile()}.next`)).rejects.toThrow('ENOENT');
    // Killed before anything was sealed with it.
    await writeFile(`${keyFile()}.next`, 'ab'.repeat(32));
    expect(await rotate()).toEqual({ sealed: 2, lost: 0 });
  });
});
