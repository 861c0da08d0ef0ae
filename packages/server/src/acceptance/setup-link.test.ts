import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestServer } from './test-store.js';

it.each([
  ['https://ibid.example.org/', /^https:\/\/ibid\.example\.org\/setup\?token=[\w-]+$/u],
  // As Compose passes a variable that is not set.
  ['', /^http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]+$/u],
])('API-2 the link of the first start has the public address: "%s"', async (address, link) => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-setup-link-'));
  const server = await createTestServer({
    dataFolder: folder,
    port: 0,
    mode: 'login',
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off', IBID_PUBLIC_URL: address },
  });
  try {
    expect((await server.listen()).setupUrl).toMatch(link);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
