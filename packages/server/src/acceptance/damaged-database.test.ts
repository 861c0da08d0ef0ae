import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointInBackground, openDatabase } from '@ibid/store/internal';
import { describe, expect, it } from 'vitest';
import { createServer } from '../create-server.js';

const PAGE = 4096;

// An SQLite file; PostgreSQL checks its own.
describe('OPS-3 /readyz', () => {
  it('is not ready on a database file that is damaged behind its first pages', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-damage-'));
    const options = {
      dataFolder: folder,
      port: 0,
      logLevel: 'silent',
      embedder: 'none',
      environment: { OLLAMA_HOST: 'off' },
    } as const;
    const ready = async (url: string) => {
      const response = await fetch(`${url}/readyz`);
      return { status: response.status, body: (await response.json()) as { status: string } };
    };
    const whole = await createServer(options);
    const { url } = await whole.listen();
    expect(await ready(url)).toMatchObject({ status: 200, body: { status: 'ready' } });
    for (let number = 0; number < 40; number += 1)
      await fetch(`${url}/api/conversations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Conversation ${number}`.padEnd(180, '.') }),
      });
    await whole.close();

    const path = join(folder, 'ibid.db');
    const placeOf = async () => (await readFile(path)).indexOf('Conversation 39.');
    // What was written may still be in the log.
    const database = await openDatabase({ folder });
    const stop = await checkpointInBackground(database, { bytes: 0, milliseconds: 20 });
    await expect.poll(placeOf).toBeGreaterThan(0);
    await stop();
    await database.close();
    // A page of conversations, not of a table that startup reads.
    const place = await placeOf();
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(PAGE, 0xa5), 0, PAGE, Math.floor(place / PAGE) * PAGE);
    await file.close();
    const damaged = await createServer(options);
    const address = (await damaged.listen()).url;
    await expect.poll(async () => (await ready(address)).status).toBe(503);
    expect((await ready(address)).body.status).toMatch(/^database /u);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    await damaged.close();
    await rm(folder, { recursive: true, force: true });
  });
});
