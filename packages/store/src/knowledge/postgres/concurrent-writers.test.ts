import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/open-database.js';
import { createTestDatabase, testServer } from '../../database/test-database.test-helper.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from '../contract-kit.test-helper.js';
import { openKnowledge } from '../open-knowledge.js';
import { foldTermStatistics, readTermStatistics } from './term-statistics.js';
import { takeWriteLock } from './write-lock.js';

const server = testServer();

describe.skipIf(!server)('OPS-2 several workers write knowledge at once', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  const databases: OpenDatabase[] = [];

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    for (let number = 0; number < 3; number += 1)
      databases.push(await openDatabase({ url: own.url, poolSize: 3 }));
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    await own.drop();
  });

  it('KB-7 misses no link between items of different workers, and counts words exactly', async () => {
    const opened = await Promise.all(
      databases.map((database) => openKnowledge({ database, embedder: wordEmbedder })),
    );
    const { id } = await opened[0]!.bases.create({ name: 'Docs', access: accessOf('ann') });
    const names = Array.from({ length: 18 }, (_, number) => `Alpha Beta ${number}`);
    const put = async (number: number, text: string) =>
      opened[number % 3]!.writer.putItem(
        await itemOf({
          knowledgeBaseId: id,
          title: names[number]!,
          externalId: `x${number}`,
          paragraphs: [text],
        }),
      );
    // Each names the next one, which another worker writes at the same time.
    await Promise.all(
      names.map((_, number) => put(number, `See ${names[(number + 1) % 18]}, says word${number}.`)),
    );
    const { rows: items } = await opened[1]!.reader.listItems({ viewer: viewerOf('ann'), limit: 50 });
    const links = await opened[2]!.reader.linksTo(
      viewerOf('ann'),
      items.map((item) => item.id),
    );
    expect(new Set(links.map((link) => link.toItemId)).size).toBe(18);
    await Promise.all([put(0, 'Nothing left.'), put(1, 'Nothing left here.'), put(2, 'Gone.')]);
    const { db } = databases[0]!;
    const truth = await sql<{ word: string; n: number }>`
      select lexeme as word, count(*) as n from search_words, unnest(words) group by lexeme`.execute(db);
    for (const folded of [false, true]) {
      if (folded) expect(await foldTermStatistics(db, 1)).toBe(true);
      const words = [...truth.rows.map((row) => row.word), 'word0', 'word1'];
      const statistics = await readTermStatistics(db, words, viewerOf('ann'));
      expect((await readTermStatistics(db, words, viewerOf('eve'))).chunks).toBe(0);
      expect(statistics.chunks).toBe(18);
      for (const { word, n } of truth.rows) expect(statistics.chunksWith(word)).toBe(n);
      expect(statistics.chunksWith('word1')).toBe(0);
    }
    await Promise.all(opened.map((one) => one.close()));
  });

  it('leaves connections to readers while more writers wait for their turn than there are connections', async () => {
    const [mine, other] = databases as [OpenDatabase, OpenDatabase];
    const knowledge = await openKnowledge({ database: mine, embedder: null });
    const { id } = await knowledge.bases.create({ name: 'Waiting', access: accessOf('bob') });
    const viewer = viewerOf('bob');
    const writing: Promise<unknown>[] = [];
    await other.db.transaction().execute(async (transaction) => {
      await takeWriteLock(transaction);
      for (let number = 0; number < 8; number += 1) {
        const item = await itemOf({ knowledgeBaseId: id, title: `W${number}`, paragraphs: ['Word.'] });
        writing.push(knowledge.writer.putItem(item));
      }
      await expect
        .poll(async () => {
          const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks
            where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`.execute(
            transaction,
          );
          return rows[0]?.n;
        })
        .toBeGreaterThan(0);
      for (let asked = 0; asked < 20; asked += 1)
        expect((await knowledge.reader.listItems({ viewer, limit: 50 })).rows).toEqual([]);
    });
    await Promise.all(writing);
    expect((await knowledge.reader.listItems({ viewer, limit: 50 })).rows).toHaveLength(8);
    await knowledge.close();
  });
});
