import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/open-database.js';
import { createTestDatabase, testServer } from '../../database/test-database.test-helper.js';
import { accessOf, itemOf, viewerOf } from '../contract-kit.test-helper.js';
import type { Knowledge } from '../open-knowledge.js';
import { openKnowledge } from '../open-knowledge.js';

const server = testServer();
const ITEMS = 60;

describe.skipIf(!server)('KB-3 what a search on PostgreSQL reads of the chunks it found', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: OpenDatabase;
  let knowledge: Knowledge;
  const bases: string[] = [];

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    // A single connection, whose own read statistics are used.
    database = await openDatabase({ url: own.url, poolSize: 1 });
    knowledge = await openKnowledge({ database, embedder: null });
    for (let number = 0; number < 3; number += 1)
      bases.push((await knowledge.bases.create({ name: `Base ${number}`, access: accessOf('ann') })).id);
    for (let number = 0; number < ITEMS; number += 1)
      await knowledge.writer.putItem(
        await itemOf({
          knowledgeBaseId: bases[number % 3]!,
          title: `Log ${number}`,
          externalId: `${number}`,
          paragraphs: Array.from({ length: 5 }, (_, part) => `Part ${part} tells of wind${number % 12}.`),
        }),
      );
    // The database does this after a while, but never for tables with few rows.
    for (const table of ['items', 'chunks', 'search_words'])
      await sql`analyze ${sql.table(table)}`.execute(database.db);
  });
  afterAll(async () => {
    await knowledge.close();
    await database.close();
    await own.drop();
  });

  const rowsRead = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(database.db);
    await sql`select pg_stat_clear_snapshot()`.execute(database.db);
    const { rows } = await sql<{ n: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as n
      from pg_stat_user_tables where relname = 'chunks'`.execute(database.db);
    return rows[0]!.n;
  };

  it('is these chunks alone, not all of the knowledge bases that were chosen', async () => {
    const search = () =>
      knowledge.reader.search({
        viewer: viewerOf('ann'),
        query: 'wind7',
        mode: 'keyword',
        topK: 10,
        knowledgeBaseIds: bases,
      });
    expect(await search()).toHaveLength(10);
    const before = await rowsRead();
    expect(await search()).toHaveLength(10);
    expect((await rowsRead()) - before).toBeLessThanOrEqual(10);
  });
});
