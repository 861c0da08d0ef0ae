import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../create-server.js';
import { LOGIN_OPTIONS } from './login-server.js';
import { startServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { onPostgres } from './test-store.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-one-server-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const options = () => ({ ...LOGIN_OPTIONS, mode: 'local' as const, dataFolder: folder });
const lock = () => join(folder, 'server.lock');

/** Null if it listened. */
async function refusal(): Promise<string | null> {
  const server = await createServer(options());
  try {
    await server.listen();
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await server.close();
  }
}

describe.skipIf(onPostgres)('a data folder with SQLite', () => {
  it('has one server; commands may use it beside the server', async () => {
    const first = await startServerProcess({ dataFolder: folder });
    try {
      expect(await refusal()).toContain(`Another Ibid server (process ${first.process.pid}, since `);
      const command = await createServer(options());
      const answer = await command.fetch(new Request('http://127.0.0.1/api/conversations'));
      expect(answer.status).toBe(200);
      await command.close();
      expect((await new TestClient(first.url).send('GET', '/readyz')).status).toBe(200);
    } finally {
      await first.end('SIGTERM');
    }
    expect(existsSync(lock())).toBe(false);
    expect(await refusal()).toBeNull();
  });

  it('is taken over from a server that was killed, also if its process id belongs to somebody else', async () => {
    const first = await startServerProcess({ dataFolder: folder });
    const left = await readFile(lock(), 'utf8');
    await first.end('SIGKILL');
    expect(existsSync(lock())).toBe(true);
    expect(await refusal()).toBeNull();
    for (const stranger of [
      { ...JSON.parse(left), processId: process.ppid },
      { ...JSON.parse(left), host: `${hostname()}-2` },
      '',
    ]) {
      await writeFile(lock(), stranger === '' ? '' : JSON.stringify(stranger));
      expect(await refusal()).toBeNull();
    }
  }, 60_000);

  it('refuses a second server of the same process', async () => {
    const first = await createServer(options());
    await first.listen();
    expect(await refusal()).toContain('Another Ibid server');
    expect(existsSync(lock())).toBe(true);
    await first.close();
    expect(existsSync(lock())).toBe(false);
  });
});
