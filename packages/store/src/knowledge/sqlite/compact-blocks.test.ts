import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/open-database.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from '../contract-kit.test-helper.js';
import { openKnowledge } from '../open-knowledge.js';
import type { Knowledge } from '../open-knowledge.js';

const ann = viewerOf('ann');
const BLOCK = 12;
let database: OpenDatabase;
let knowledge: Knowledge;
/** Acts as another process: it learns of changes only through the database. */
let other: Knowledge;
let base: string;

beforeEach(async () => {
  database = await openDatabase({ folder: ':memory:' });
  const open = () => openKnowledge({ database, embedder: wordEmbedder, blockChunks: BLOCK });
  knowledge = await open();
  other = await open();
  base = (await knowledge.bases.create({ name: 'Docs', access: accessOf('ann') })).id;
});
afterEach(async () => {
  await knowledge.close();
  await other.close();
  await database.close();
});

const put = async (item: number, round: number, chunks: number) =>
  knowledge.writer.putItem(
    await itemOf({
      knowledgeBaseId: base,
      title: `Item ${item}`,
      externalId: `e${item}`,
      paragraphs: Array.from({ length: chunks }, (_, index) => `item${item}x round${round}x part${index}x`),
    }),
  );
const sizes = async () => {
  const { rows } = await sql<{ packed: number; removed: number; chunks: number }>`
    select (select coalesce(sum(entries), 0) from search_blocks) as packed,
      (select count(*) from search_removed) as removed, (select count(*) from chunks) as chunks`.execute(
    database.db,
  );
  return rows[0]!;
};

describe('KB-1 what was removed', () => {
  it('leaves the blocks again, and every opening finds exactly what is there, all the way', async () => {
    const present = new Map<number, { id: string; round: number; chunks: number }>();
    let most = 0;
    let seed = 5;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 1; round <= 160; round += 1) {
      const item = random(14);
      const known = present.get(item);
      if (known && random(4) === 0) {
        await knowledge.writer.removeItem({ itemId: known.id });
        present.delete(item);
      } else {
        const chunks = 1 + random(5);
        const { itemId } = await put(item, round, chunks);
        present.set(item, { id: itemId, round, chunks });
      }
      most = Math.max(most, (await sizes()).removed);
      if (round % 8 !== 0) continue;
      for (const reader of [knowledge.reader, other.reader]) {
        for (let number = 0; number < 14; number += 1) {
          const there = present.get(number);
          const filter = there ? { filter: { itemIds: [there.id] } } : {};
          for (const [mode, narrowed] of [
            ['keyword', {}],
            ['hybrid', filter],
          ] as const) {
            const query = `item${number}x`;
            const hits = await reader.search({ viewer: ann, query, mode, topK: 60, ...narrowed });
            const own = hits.filter((hit) => hit.text.startsWith(`${query} `)).map((hit) => hit.text);
            const wanted = Array.from(
              { length: there?.chunks ?? 0 },
              (_, index) => `${query} round${there?.round}x part${index}x`,
            );
            expect(own.toSorted()).toEqual(wanted.toSorted());
          }
        }
      }
    }
    const { packed, removed, chunks } = await sizes();
    // Many times as many chunks were removed as exist; the records of them stay proportional.
    expect(most).toBeLessThan(6 * BLOCK);
    expect(removed).toBeLessThan(6 * BLOCK);
    expect(packed).toBeLessThan(chunks + 6 * BLOCK);
  });

  it('is forgotten by a process that had not looked since', async () => {
    const first = await put(1, 1, 30);
    await put(2, 1, 30);
    const find = () => other.reader.search({ viewer: ann, query: 'item1x item2x', mode: 'hybrid', topK: 99 });
    expect(await find()).toHaveLength(60);
    await knowledge.writer.removeItem({ itemId: first.itemId });
    for (let round = 2; round < 6; round += 1) await put(2, round, 30);
    expect((await sizes()).removed).toBeLessThan(60);
    const hits = await find();
    expect(hits).toHaveLength(30);
    expect(hits.every((hit) => hit.text.startsWith('item2x round5x'))).toBe(true);
  });
});
