import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextReport, KeptCounts } from '@ibid/core/internal';
import { openDatabase } from '@ibid/store';
import { toJson } from '@ibid/store/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServerProcess } from './server-process.js';
import type { ServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';

interface Message {
  id: string;
  role: 'user' | 'assistant';
}

const QUESTION = `${'A long question about the tide, the pilot and the lamp. '.repeat(40)}What burns?`;
/** No text of the test has this many tokens, so it can only come from the database. */
const STORED = 4321;
const FRAME_TOKENS = 4;

let folder: string;
let server: ServerProcess;
let client: TestClient;

/** A separate process has none of another's cached counts. */
async function start(): Promise<void> {
  server = await startServerProcess({ dataFolder: folder, ...(await testStore(folder)) });
  client = new TestClient(server.url);
}

async function inDatabase<Result>(
  work: (database: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl } = await testStore(folder);
  const opened = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder });
  try {
    return await work(opened.db);
  } finally {
    await opened.close();
  }
}

async function ask(conversationId: string, parentMessageId: string | null): Promise<string> {
  const turn = await client.ask(conversationId, `${QUESTION} ${parentMessageId}`, { parentMessageId });
  await client.events(turn.turnId);
  return turn.assistantMessageId;
}

async function previewed(
  conversationId: string,
  parentMessageId: string,
): Promise<ContextReport['parts'][number][]> {
  const { report } = await client.post<{ report: ContextReport }>(
    `/api/conversations/${conversationId}/preview`,
    { text: 'And then?', parentMessageId, fileIds: [] },
  );
  return report.parts.filter((part) => part.reason.includes('past '));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-counts-'));
  await start();
});

afterEach(async () => {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

describe('CTX-10 counts are kept with the message', () => {
  it('takes them from the database after a restart, and counts nothing of the past again', async () => {
    const { id } = await client.newConversation();
    const leaf = await ask(id, await ask(id, null));
    const counted = await previewed(id, leaf);
    const { messages } = await client.get<{ messages: Message[] }>(`/api/conversations/${id}/messages`);
    expect(messages).toHaveLength(4);
    await server.end('SIGTERM');
    await inDatabase(async (db) => {
      const rows = await db.selectFrom('messages').select(['id', 'token_counts']).execute();
      for (const row of rows) {
        const kept = JSON.parse(row.token_counts ?? '{}') as KeptCounts;
        expect(Object.keys(kept)).toEqual(['o200k_base']);
        const changed = Object.keys(kept['o200k_base'] ?? {}).map((key) => [key, STORED]);
        await db
          .updateTable('messages')
          .set({ token_counts: toJson({ o200k_base: Object.fromEntries(changed) }) })
          .where('id', '=', row.id)
          .execute();
      }
    });
    await start();
    const read = await previewed(id, leaf);
    expect(read.map((part) => part.text)).toEqual(counted.map((part) => part.text));
    expect(counted.some((part) => part.tokens > STORED)).toBe(false);
    for (const part of read) expect(part.tokens).toBeGreaterThanOrEqual(STORED + FRAME_TOKENS);
  });

  it('counts messages that were stored without, once, and keeps that too', async () => {
    const { id } = await client.newConversation();
    const first = await ask(id, null);
    const counted = await previewed(id, first);
    await server.end('SIGTERM');
    await inDatabase((db) => db.updateTable('messages').set({ token_counts: null }).execute());
    await start();
    expect(await previewed(id, first)).toEqual(counted);
    await ask(id, first);
    const rows = await inDatabase((db) => db.selectFrom('messages').select('token_counts').execute());
    expect(rows.map((row) => row.token_counts === null)).toEqual([false, false, false, false]);
  });
});
