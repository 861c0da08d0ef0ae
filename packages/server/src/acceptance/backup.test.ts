import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import { checkData, restoreBackup, writeBackup } from '@ibid/store/internal';
import { expect, it } from 'vitest';
import { startServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';

const PATIENCE = { interval: 100 };

it('ORG-4 a backup under load of turns and ingest has everything that was acknowledged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-backup-load-'));
  const fake = await startFakeOpenAIServer();
  const start = async (dataFolder: string, store: object) =>
    startServerProcess(
      { dataFolder, logLevel: 'silent', embedder: 'none', ...store },
      {
        IBID_MODEL_URL: fake.url,
        IBID_MODEL: 'custom/fake/tokens=20,gap=2',
        IBID_SMALL_MODEL: 'ibid/extractive',
      },
    );
  const store = await testStore(join(folder, 'first'));
  const first = await start(join(folder, 'first'), store);
  const client = new TestClient(first.url);
  const { id: base } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Load' });
  const answered: { conversation: string; answer: string }[] = [];
  const taken: string[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const { id } = await client.newConversation();
      const { turnId } = await client.ask(id, `Question ${answered.length}`);
      await client.events(turnId);
      answered.push({ conversation: id, answer: JSON.stringify(await messagesOf(client, id)) });
    }
  })();
  const uploading = (async () => {
    while (!isOver && taken.length < 100) {
      const name = `note-${taken.length}.md`;
      const form = new FormData();
      form.append(
        'files',
        new Blob([`# Note ${taken.length}\n\nThe winch number ${taken.length} is sound.`]),
        name,
      );
      const { status } = await client.send('POST', `/api/knowledge-bases/${base}/uploads`, form);
      if (status === 202) taken.push(name);
    }
  })();
  try {
    await expect.poll(() => answered.length >= 3 && taken.length >= 10, PATIENCE).toBe(true);
    const before = { answered: [...answered], taken: [...taken] };
    const path = join(folder, 'load.tar.gz');
    await writeBackup({ dataFolder: join(folder, 'first'), ...store, path });
    isOver = true;
    await Promise.all([asking, uploading]);
    await first.end('SIGTERM');

    const dataFolder = join(folder, 'second');
    const otherStore = await testStore(dataFolder);
    await restoreBackup({ path, dataFolder, ...otherStore });
    expect((await checkData({ dataFolder, ...otherStore })).faults).toEqual([]);
    const second = await start(dataFolder, otherStore);
    try {
      const restored = new TestClient(second.url);
      for (const { conversation, answer } of before.answered)
        expect(JSON.stringify(await messagesOf(restored, conversation))).toBe(answer);
      // Files that were accepted but not read yet are read by the server that starts from the backup.
      const names = async () => {
        const { rows } = await restored.get<{ rows: { name: string }[] }>(
          `/api/knowledge-bases/${base}/items?limit=100`,
        );
        return rows.map(({ name }) => name);
      };
      await expect.poll(names, PATIENCE).toEqual(expect.arrayContaining(before.taken));
    } finally {
      await second.end('SIGTERM');
    }
  } finally {
    isOver = true;
    await Promise.allSettled([asking, uploading]);
    await first.end('SIGTERM');
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  }
});

async function messagesOf(client: TestClient, conversation: string): Promise<unknown> {
  return client.get(`/api/conversations/${conversation}/messages`);
}
