import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/open-database.js';
import { createTestDatabase, testServer } from '../../database/test-database.test-helper.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from '../contract-kit.test-helper.js';
import type { Knowledge } from '../open-knowledge.js';
import { openKnowledge } from '../open-knowledge.js';
import { partitionLargeBases } from './partition-large-bases.js';

const server = testServer();
const MODES = ['keyword', 'semantic', 'hybrid'] as const;

describe.skipIf(!server)('OPS-2 a large knowledge base has its own part of the tables', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: OpenDatabase;
  let knowledge: Knowledge;
  let large: string;
  let small: string;

  const put = async (base: string, title: string, paragraphs: string[]) =>
    knowledge.writer.putItem(await itemOf({ knowledgeBaseId: base, title, externalId: title, paragraphs }));

  const found = async (userId = 'bob', bases?: string[]) => {
    const lists = [];
    for (const mode of MODES)
      for (const query of ['quiet harbour lights', 'grain and weather', 'storm'])
        lists.push(
          (
            await knowledge.reader.search({
              viewer: viewerOf(userId),
              query,
              mode,
              topK: 5,
              ...(bases ? { knowledgeBaseIds: bases } : {}),
            })
          ).map((hit) => [hit.title, hit.ordinal, hit.score.toFixed(6)]),
        );
    return lists;
  };

  const count = async (table: string) =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]!
        .n,
    );

  const partOf = async (base: string, table = 'search_words') => {
    const { rows } = await sql<{ row: number }>`select row from knowledge_bases where id = ${base}`.execute(
      database.db,
    );
    return `${table}_${rows[0]!.row}`;
  };

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    database = await openDatabase({ url: own.url, poolSize: 3 });
    knowledge = await openKnowledge({ database, embedder: wordEmbedder });
    const access = accessOf('ann', 'public');
    large = (await knowledge.bases.create({ name: 'Large', access })).id;
    small = (await knowledge.bases.create({ name: 'Small', access })).id;
    for (let number = 0; number < 6; number += 1)
      await put(large, `Log ${number}`, [
        `The harbour was quiet on day ${number}.`,
        `A storm put out the lights, ${number} of them.`,
      ]);
    await put(small, 'Market', ['Grain is dear when the weather is bad.', 'The harbour market is small.']);
  });
  afterAll(async () => {
    await knowledge.close();
    await database.close();
    await own.drop();
  });

  it('finds the same, alike ordered and scored, over all bases and in each', async () => {
    const before = [await found(), await found('bob', [large]), await found('bob', [small])];
    expect(await partitionLargeBases(database.db, 10)).toEqual({ made: 1, dropped: 0 });
    expect([await found(), await found('bob', [large]), await found('bob', [small])]).toEqual(before);
    expect(await count(await partOf(large))).toBe(12);
    expect(await count(await partOf(large, 'search_vectors'))).toBe(12);
    expect(await count('search_words')).toBe(2);
    expect(await partitionLargeBases(database.db, 10)).toEqual({ made: 0, dropped: 0 });
  });

  it('reads no part but that of the base it is asked about', async () => {
    const part = await partOf(large);
    const base = sql`${sql.lit(Number(part.split('_').at(-1)))}::bigint`;
    const plan = await sql<Record<string, string>>`explain select chunk_row from all_search_words as w
      where w.base_row in (${base})`.execute(database.db);
    const text = plan.rows.map((row) => Object.values(row)[0]).join('\n');
    expect(text).toContain(part);
    expect(text).not.toMatch(/ on search_words /u);
  });

  it('leaves the table of the release before to its servers, by its name and with its key', async () => {
    const { rows } = await sql<{ chunk_row: number }>`
      insert into search_vectors (chunk_row, item_row, base_row, embedder_id, vector)
      select chunk_row, item_row, base_row, embedder_id, vector from search_vectors
      on conflict (chunk_row) do update set embedder_id = excluded.embedder_id, vector = excluded.vector
      returning chunk_row`.execute(database.db);
    expect(rows).toHaveLength(2);
    expect((await found('bob', [small])).flat().length).toBeGreaterThan(0);
  });

  it('takes in, replaces and removes there', async () => {
    await put(large, 'Log 0', ['The harbour burned.']);
    await put(large, 'Log 9', ['A zeppelin came by.']);
    const part = await partOf(large);
    expect(await count(part)).toBe(12);
    expect(await count(await partOf(large, 'search_vectors'))).toBe(12);
    const hits = (viewer = viewerOf('bob')) =>
      knowledge.reader.search({ viewer, query: 'zeppelin', mode: 'keyword', topK: 3 });
    const [hit] = await hits();
    expect(hit?.title).toBe('Log 9');
    await knowledge.writer.setItemAccess({ itemId: hit!.itemId, access: accessOf('ann') });
    expect(await hits()).toEqual([]);
    expect(await hits(viewerOf('ann'))).toHaveLength(1);
    await knowledge.writer.removeItem({ itemId: hit!.itemId });
    expect(await hits(viewerOf('ann'))).toEqual([]);
    expect(await count(part)).toBe(11);
  });

  it('gives vectors of another embedder to chunks there', async () => {
    const other = await openKnowledge({
      database,
      embedder: { ...wordEmbedder, id: 'other', dimensions: 64 },
    });
    expect(await other.embedMissing()).toEqual({ embedded: 13 });
    const part = await partOf(large, 'search_vectors');
    const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
      where tablename = ${part} and indexdef like '%hnsw%'`.execute(database.db);
    expect(rows).toHaveLength(2);
    await other.close();
    await knowledge.embedMissing();
  });

  it('takes the part away with its base', async () => {
    const part = await partOf(large);
    await knowledge.bases.remove(large);
    expect(await count(part)).toBe(0);
    expect(await partitionLargeBases(database.db, 10)).toEqual({ made: 0, dropped: 1 });
    const { rows } = await sql`select 1 from pg_class where relname = ${part}`.execute(database.db);
    expect(rows).toEqual([]);
    expect((await found()).flat().every(([title]) => title === 'Market')).toBe(true);
  });
});
