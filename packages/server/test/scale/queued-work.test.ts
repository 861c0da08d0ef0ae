import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { OpenDatabase } from '@ibid/store/internal';
import { openDatabase, openKnowledge } from '@ibid/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessOf, itemOf } from '../../../store/src/knowledge/contract-kit.test-helper.js';
import { createTestDatabase, testServer } from '../../../store/src/database/test-database.test-helper.js';
import { createServer } from '../../src/create-server.js';
import type { IbidServer } from '../../src/create-server.js';
import { RedisProcess } from './redis-process.js';

const server = testServer();
const SUMMARY = 'The person asked about many tides.';
const PATIENCE = { interval: 100 };
const finishReason = { unified: 'stop' as const, raw: undefined };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Gives long answers, counts requests for summaries, and fails the first one. */
function wordy(asked: { summaries: number; failing: number }): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'wordy',
    supportedUrls: {},
    async doGenerate() {
      asked.summaries += 1;
      if (asked.failing-- > 0) throw new Error('no summary today');
      return { content: [{ type: 'text', text: SUMMARY }], finishReason, usage, warnings: [] };
    },
    async doStream() {
      const parts: LanguageModelV4StreamPart[] = [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'The tide rises and falls twice a day. '.repeat(60) },
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason, usage },
      ];
      return {
        stream: new ReadableStream({ start: (c) => (parts.forEach((part) => c.enqueue(part)), c.close()) }),
      };
    },
  };
}

describe.skipIf(!server)('OPS-2 what workers do for the servers', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let redis: RedisProcess;
  let folder: string;
  let database: OpenDatabase;
  let api: IbidServer;
  let worker: IbidServer;
  const asked = { api: { summaries: 0, failing: 0 }, worker: { summaries: 0, failing: 1 } };

  const open = (role: 'api' | 'worker') =>
    createServer({
      dataFolder: folder,
      databaseUrl: own.url,
      redisUrl: redis.url,
      role,
      port: 0,
      logLevel: 'silent',
      // Only the worker ingests and embeds.
      embedder: role === 'worker' ? 'local' : 'none',
      environment: { IBID_MODEL: 'test/wordy', IBID_SMALL_MODEL: 'test/wordy' },
      models: [
        {
          id: 'test/wordy',
          name: 'Wordy',
          model: wordy(asked[role]),
          isLanguageModel: true,
          profile: { contextWindow: 4_000, maxOutputTokens: 500, tokenizer: 'o200k_base' },
        },
      ],
    });

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    redis = await RedisProcess.open();
    folder = await mkdtemp(join(tmpdir(), 'ibid-work-'));
    api = await open('api');
    database = await openDatabase({ url: own.url, poolSize: 2 });
    const knowledge = await openKnowledge({ database, embedder: null });
    const base = await knowledge.bases.create({ name: 'Tides', access: accessOf('local') });
    await knowledge.writer.putItem(
      await itemOf({
        knowledgeBaseId: base.id,
        title: 'Tides',
        paragraphs: ['The sea rises and falls twice a day.', 'The moon pulls at it.'],
        embedder: null,
      }),
    );
    worker = await open('worker');
    await worker.listen();
  });
  afterAll(async () => {
    await api?.close();
    await worker?.close();
    await database?.close();
    await redis?.close();
    await own?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const unfinished = async () =>
    (await database.db.selectFrom('jobs').select('id').where('state', 'in', ['queued', 'running']).execute())
      .length;

  const call = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
    const isForm = body instanceof FormData;
    const response = await api.fetch(
      new Request(`http://localhost${path}`, {
        method,
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        ...(body === undefined || isForm ? {} : { headers: { 'content-type': 'application/json' } }),
      }),
    );
    return (await response.json()) as Result;
  };

  it('KB-2 gives vectors to text that has none', async () => {
    const embedded = async () =>
      (await (await worker.fetch(new Request('http://localhost/api/doctor'))).json()) as {
        embedder: { state: string; note?: string };
      };
    await expect.poll(embedded, PATIENCE).toMatchObject({ embedder: { state: 'ready' } });
    await expect.poll(async () => (await embedded()).embedder.note ?? 'all', PATIENCE).toBe('all');
  });

  it('CTX-6 indexes the files of a project', async () => {
    const project = await call<{ id: string }>('POST', '/api/projects', { name: 'Harbour' });
    const form = new FormData();
    form.append('files', new Blob(['# Harbour\n\nThe harbour has a zeppelin mast.']), 'harbour.md');
    await call('POST', `/api/projects/${project.id}/files`, form);
    const files = async () =>
      (await call<{ files: { itemId: string | null }[] }>('GET', `/api/projects/${project.id}`)).files;
    await expect.poll(async () => (await files())[0]?.itemId ?? null, PATIENCE).not.toBeNull();
    const { rows } = await call<{ rows: { title: string }[] }>('POST', '/api/search', {
      query: 'zeppelin',
      mode: 'keyword',
      topK: 3,
    });
    expect(rows).toHaveLength(1);
  });

  it('CTX-14 writes the summary of a long conversation, and tries again when the model fails', async () => {
    // Besides answers, servers only request titles from the model; here these would be counted with the summaries.
    await call('PUT', '/api/settings', { system: { tools: { titles: false } } });
    const { id } = await call<{ id: string }>('POST', '/api/conversations', {});
    let parent: string | null = null;
    let summary: string | undefined;
    for (let index = 0; index < 20 && !summary; index += 1) {
      const sent: { turnId: string; assistantMessageId: string } = await call(
        'POST',
        `/api/conversations/${id}/turns`,
        { text: `Tell me of tide ${index}. ${'Please go on. '.repeat(20)}`, parentMessageId: parent },
      );
      await (await api.fetch(new Request(`http://localhost/api/turns/${sent.turnId}/events`))).text();
      parent = sent.assistantMessageId;
      await expect.poll(unfinished, PATIENCE).toBe(0);
      const { contextReports } = await call<{
        contextReports: { parts: { kind: string; text: string }[] }[];
      }>('GET', `/api/turns/${sent.turnId}`);
      summary = contextReports.at(-1)?.parts.find((part) => part.kind === 'summary')?.text;
    }
    expect(summary).toContain(SUMMARY);
    expect(asked.api.summaries).toBe(0);
    // The first attempt failed.
    expect(asked.worker.summaries).toBeGreaterThan(1);
  });
});
