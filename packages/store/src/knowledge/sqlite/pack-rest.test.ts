import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/open-database.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from '../contract-kit.test-helper.js';
import { openKnowledge } from '../open-knowledge.js';
import type { Knowledge } from '../open-knowledge.js';

const BLOCK = 64;
/** An eighth of a block is worth packing. */
const WORTH = BLOCK / 8;
let database: OpenDatabase;

const open = (embedder = wordEmbedder) => openKnowledge({ database, embedder, blockChunks: BLOCK });
const state = async () => {
  const { rows } = await sql<{ pending: number; blocks: number; packed: number; codes: number }>`
    select (select count(*) from search_pending) as pending, (select count(*) from search_blocks) as blocks,
      (select coalesce(sum(entries), 0) from search_blocks) as packed,
      (select count(*) from search_codes) as codes`.execute(database.db);
  return rows[0]!;
};
let written = 0;
const put = async (knowledge: Knowledge, chunks: number, thing = 'rudder') => {
  const [base] = await knowledge.reader.listKnowledgeBases(viewerOf('ann'));
  const id = base?.id ?? (await knowledge.bases.create({ name: 'Ship', access: accessOf('ann') })).id;
  written += 1;
  const paragraphs = Array.from(
    { length: chunks },
    (_, at) => `The ${thing} beside the rudder, number${written}x part${at}x.`,
  );
  await knowledge.writer.putItem(
    await itemOf({ knowledgeBaseId: id, title: `Log ${written}`, externalId: `log ${written}`, paragraphs }),
  );
};
const found = async (knowledge: Knowledge, mode: 'keyword' | 'semantic' | 'hybrid', query = 'rudder') =>
  (await knowledge.reader.search({ viewer: viewerOf('ann'), query, mode, topK: 200 }))
    .map((hit) => `${hit.text} ${hit.score.toFixed(4)}`)
    .toSorted();

beforeEach(async () => {
  database = await openDatabase({ folder: ':memory:' });
});
afterEach(() => database.close());

describe('KB-3 what waits to be packed', () => {
  it('is packed when the writer closes, into one block however often, and is found as before', async () => {
    let chunks = 0;
    for (let round = 0; round < 4; round += 1) {
      const writer = await open();
      await put(writer, WORTH + round);
      chunks += WORTH + round;
      const before = [await found(writer, 'keyword'), await found(writer, 'hybrid', 'number2x part3x')];
      await writer.close();
      expect(await state()).toEqual({ pending: 0, blocks: 1, packed: chunks, codes: 1 });
      const reader = await open();
      expect([await found(reader, 'keyword'), await found(reader, 'hybrid', 'number2x part3x')]).toEqual(
        before,
      );
      expect(before[0]).toHaveLength(chunks);
      await reader.close();
    }
  });

  it('goes on waiting where it is little, and fills up a block before it begins the next', async () => {
    const few = await open();
    await put(few, WORTH - 1);
    await few.close();
    expect(await state()).toMatchObject({ pending: WORTH - 1, blocks: 0 });
    const most = await open();
    await put(most, BLOCK - 2 * WORTH);
    await most.close();
    const packed = BLOCK - WORTH - 1;
    expect(await state()).toMatchObject({ pending: 0, blocks: 1, packed });
    const more = await open();
    await put(more, 3 * WORTH);
    await more.close();
    expect(await state()).toEqual({ pending: 0, blocks: 2, packed: packed + 3 * WORTH, codes: 2 });
    const { rows } = await sql<{ entries: number }>`select entries from search_blocks order by block`.execute(
      database.db,
    );
    expect(rows[0]?.entries).toBe(BLOCK);
    const reader = await open();
    expect(await found(reader, 'hybrid')).toHaveLength(packed + 3 * WORTH);
    await reader.close();
  });

  it('is found once by a process that knew the block before it was filled up', async () => {
    const writer = await open();
    await put(writer, 2 * WORTH);
    await writer.close();
    const other = await open();
    expect(await found(other, 'hybrid')).toHaveLength(2 * WORTH);
    expect(await found(other, 'keyword', 'capstam')).toHaveLength(0);
    const again = await open();
    await put(again, WORTH, 'capstan');
    expect(await found(other, 'hybrid')).toHaveLength(3 * WORTH);
    await again.close();
    expect((await state()).blocks).toBe(1);
    const hits = await found(other, 'hybrid');
    expect(hits).toHaveLength(3 * WORTH);
    expect(new Set(hits.map((hit) => hit.split('. ')[0])).size).toBe(3 * WORTH);
    // A mistyped word is looked up among the block's current words.
    expect(await found(other, 'keyword', 'capstam')).toHaveLength(WORTH);
    await other.close();
  });

  it('is packed while a server warms up, and by nobody who only searches', async () => {
    const writer = await open();
    await put(writer, 2 * WORTH);
    const reader = await open();
    expect(await found(reader, 'keyword')).toHaveLength(2 * WORTH);
    await reader.close();
    expect((await state()).pending).toBe(2 * WORTH);
    await writer.warm();
    expect((await state()).pending).toBe(0);
    expect(await found(writer, 'semantic')).toHaveLength(2 * WORTH);
    await writer.close();
  });

  it('leaves a block alone whose vectors are of an embedder that is not there', async () => {
    const writer = await open();
    await put(writer, 2 * WORTH);
    await writer.close();
    const other = await open({ ...wordEmbedder, id: 'another' });
    await put(other, 2 * WORTH);
    await other.close();
    const { rows } = await sql<{ id: string; entries: number }>`select c.embedder_id as id, b.entries
      from search_codes as c join search_blocks as b on b.block = c.block order by b.block`.execute(
      database.db,
    );
    expect(rows).toEqual([
      { id: wordEmbedder.id, entries: 2 * WORTH },
      { id: 'another', entries: 2 * WORTH },
    ]);
  });
});
