import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamicToolRepository, openDatabase } from '@ibid/store/internal';
import { expect, it, vi } from 'vitest';
import { createTestServer, testStore } from './test-store.js';

it('AGR-4 tools that read on in a document are removed once their time is over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-expired-'));
  const server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
  });
  const { databaseUrl } = await testStore(folder);
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder });
  const tools = new DynamicToolRepository({ db: database.db });
  const tool = { kind: 'page' as const, itemId: 'i', size: 1, conversationId: 'c', ownerId: 'o', promise: 1 };
  await tools.save([
    { ...tool, name: 'read_page_of_old', title: 'Old', expiresAt: '2020-01-01T00:00:00Z' },
    { ...tool, name: 'read_page_of_new', title: 'New', expiresAt: '2999-01-01T00:00:00Z' },
  ]);
  await server.listen();
  // A moment before both are over shows everything that is stored.
  const stored = () =>
    tools.list({ conversationId: 'c', ownerId: 'o', now: '2019-01-01T00:00:00Z', limit: 9 });
  await vi.waitFor(async () => expect((await stored()).map(({ title }) => title)).toEqual(['New']), 600_000);
  await database.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
