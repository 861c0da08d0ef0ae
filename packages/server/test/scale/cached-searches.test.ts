import type { SearchRequest } from '@ibid/retrieval/internal';
import type { Viewer } from '@ibid/retrieval';
import type { Knowledge, OpenDatabase } from '@ibid/store/internal';
import { openDatabase, openKnowledge } from '@ibid/store';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, testServer } from '../../../store/src/database/test-database.test-helper.js';
import {
  accessOf,
  itemOf,
  viewerOf,
  wordEmbedder,
} from '../../../store/src/knowledge/contract-kit.test-helper.js';
import { cacheSearches } from '../../src/scale/cached-searches.js';
import { openRedis } from '../../src/scale/open-redis.js';
import { RedisProcess } from './redis-process.js';

const server = testServer();

describe.skipIf(!server)('KB-5, OPS-2 searches that servers remember together', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: OpenDatabase;
  let knowledge: Knowledge;
  let redis: RedisProcess;
  let connection: ReturnType<typeof openRedis>;
  let cached: Knowledge;
  let made = 0;
  let base: string;

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    database = await openDatabase({ url: own.url, poolSize: 3 });
    knowledge = await openKnowledge({ database, embedder: wordEmbedder });
    redis = await RedisProcess.open();
    connection = openRedis({ url: redis.url, log: pino({ level: 'silent' }), purpose: 'test' });
    await new Promise((resolve) => connection.once('ready', resolve));
    const { reader } = knowledge;
    const counted = new Proxy(reader, {
      get: (target, name) => {
        if (name !== 'search') return Reflect.get(target, name, target) as unknown;
        return (request: SearchRequest) => {
          made += 1;
          return reader.search(request);
        };
      },
    });
    cached = cacheSearches({ ...knowledge, reader: counted }, { redis: connection, db: database.db });
    const access = { ...accessOf('ann', 'shared'), sharedWithUsers: ['bob'], sharedWithRoles: ['sailors'] };
    base = (await knowledge.bases.create({ name: 'Harbour', access })).id;
    await put('Mast', 'The zeppelin mast stands in the harbour.');
  });
  afterAll(async () => {
    connection?.disconnect();
    await redis?.close();
    await knowledge?.close();
    await database?.close();
    await own?.drop();
  });

  const put = async (title: string, text: string) =>
    knowledge.writer.putItem(
      await itemOf({ knowledgeBaseId: base, title, externalId: title, paragraphs: [text] }),
    );

  /** Titles found, and whether the search actually ran. */
  const ask = async (viewer: Viewer, more: Partial<SearchRequest> = {}) => {
    const before = made;
    const hits = await cached.reader.search({
      viewer,
      query: 'zeppelin mast',
      mode: 'hybrid',
      topK: 5,
      ...more,
    });
    return { titles: hits.map((hit) => hit.title), hits, isNew: made > before };
  };

  it('gives the same rows again to who has the same rights, on any server', async () => {
    const first = await ask(viewerOf('ann'));
    expect(first).toMatchObject({ titles: ['Mast'], isNew: true });
    const again = await ask(viewerOf('ann'));
    expect(again.isNew).toBe(false);
    expect(again.hits).toEqual(first.hits);
    expect((await ask(viewerOf('ann'), { topK: 4 })).isNew).toBe(true);
    expect((await ask(viewerOf('ann'), { knowledgeBaseIds: [base] })).isNew).toBe(true);
    expect((await ask(viewerOf('ann'), { rerank: true })).isNew).toBe(true);
    expect((await ask(viewerOf('ann'), { rerank: true })).isNew).toBe(true);
  });

  it('never gives one person the rows of another, nor those of roles that they no longer have', async () => {
    expect(await ask(viewerOf('carl', 'sailors'))).toMatchObject({ titles: ['Mast'], isNew: true });
    expect(await ask(viewerOf('carl', 'sailors'))).toMatchObject({ titles: ['Mast'], isNew: false });
    expect(await ask(viewerOf('carl'))).toMatchObject({ titles: [], isNew: true });
    expect(await ask(viewerOf('eve'))).toMatchObject({ titles: [] });
  });

  it('follows rights and documents at once', async () => {
    expect((await ask(viewerOf('bob'))).titles).toEqual(['Mast']);
    expect((await ask(viewerOf('bob'))).isNew).toBe(false);
    await knowledge.bases.update(base, { access: accessOf('ann') });
    expect(await ask(viewerOf('bob'))).toMatchObject({ titles: [], isNew: true });
    expect((await ask(viewerOf('ann'))).titles).toEqual(['Mast']);
    await put('Second', 'A second zeppelin mast.');
    expect((await ask(viewerOf('ann'))).titles.toSorted()).toEqual(['Mast', 'Second']);
    await put('Mast', 'It was taken down.');
    expect((await ask(viewerOf('ann'), { mode: 'keyword' })).titles).toEqual(['Second', 'Mast']);
  });

  it('searches without Redis', async () => {
    await redis.kill();
    await expect.poll(() => connection.status).not.toBe('ready');
    expect(await ask(viewerOf('ann'), { query: 'second' })).toMatchObject({ isNew: true });
    expect(await ask(viewerOf('ann'), { query: 'second' })).toMatchObject({ isNew: true });
  });
});
