import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/open-database.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from '../contract-kit.test-helper.js';
import { openKnowledge } from '../open-knowledge.js';
import type { Knowledge } from '../open-knowledge.js';
import { wordsThatPass } from './word-filter.js';

const ann = viewerOf('ann');
let folder: string;
let database: OpenDatabase;
let knowledge: Knowledge;
let base: string;

async function open(): Promise<void> {
  database = await openDatabase({ folder });
  knowledge = await openKnowledge({ database, embedder: wordEmbedder, blockChunks: 1 });
}
async function close(): Promise<void> {
  await knowledge.close();
  await database.close();
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-block-words-'));
  await open();
  base = (await knowledge.bases.create({ name: 'Docs', access: accessOf('ann') })).id;
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const put = async (title: string, text: string) =>
  knowledge.writer.putItem(await itemOf({ knowledgeBaseId: base, title, paragraphs: [text] }));
const titles = async (query: string) =>
  (await knowledge.reader.search({ viewer: ann, query, mode: 'keyword', topK: 9 })).map(({ title }) => title);
const filters = async () =>
  (
    await sql<{ block: number; filter: Uint8Array }>`
      select block, filter from search_block_words order by block`.execute(database.db)
  ).rows.map(({ block, filter }) => ({ block, filter: Buffer.from(filter).toString('hex') }));
const mayHave = async (word: string) =>
  (await filters()).filter(
    ({ filter }) => wordsThatPass([word], [Uint8Array.from(Buffer.from(filter, 'hex'))]).length > 0,
  ).length;

describe('KB-3 which words the blocks may have', () => {
  it('is written with each block, and an update writes it for those that are there', async () => {
    await put('Minutes', 'The committee met.');
    await put('Logbook', 'The rudder is worn.');
    const written = await filters();
    expect(written).toHaveLength(2);
    await sql`drop table search_block_words`.execute(database.db);
    await sql`delete from ibid_migrations where name = '0203-block-words'`.execute(database.db);
    await close();
    await open();
    expect(await filters()).toEqual(written);
    expect(await titles('comittee')).toEqual(['Minutes']);
    expect(await titles('ruder')).toEqual(['Logbook']);
  });

  it('is asked before the blocks are: a word that no filter lets pass is taken for no other', async () => {
    await put('Minutes', 'The committee met.');
    await sql`update search_block_words set filter = zeroblob(2)`.execute(database.db);
    expect(await titles('comittee')).toEqual([]);
    expect(await titles('committee')).toEqual(['Minutes']);
  });

  it('may be missing, as in a block that a process of the release before wrote: any word may be there', async () => {
    await put('Minutes', 'The committee met.');
    await sql`delete from search_block_words`.execute(database.db);
    await put('Logbook', 'The rudder is worn.');
    expect(await titles('comittee')).toEqual(['Minutes']);
    expect(await titles('ruder')).toEqual(['Logbook']);
  });

  it('is read again by a process that had asked before the block was given further words', async () => {
    await close();
    const openOne = () => openKnowledge({ database, embedder: wordEmbedder, blockChunks: 8 });
    database = await openDatabase({ folder });
    knowledge = await openOne();
    await put('Minutes', 'The committee met.');
    await knowledge.warm();
    expect(await titles('comittee')).toEqual(['Minutes']);
    const other = await openOne();
    await other.writer.putItem(
      await itemOf({ knowledgeBaseId: base, title: 'Logbook', paragraphs: ['The rudder is worn.'] }),
    );
    await other.close();
    expect(await filters()).toHaveLength(1);
    expect(await titles('ruder')).toEqual(['Logbook']);
    expect(await titles('comittee')).toEqual(['Minutes']);
  });

  it('ORG-3 is forgotten with what was deleted', async () => {
    await put('Minutes', 'The committee met.');
    const { itemId } = await put('Logbook', 'The rudder is worn.');
    expect(await mayHave('rudder')).toBe(1);
    await knowledge.writer.removeItem({ itemId });
    await knowledge.forgetRemoved();
    expect(await mayHave('rudder')).toBe(0);
    const { rows } = await sql`
      select block from search_block_words where block not in (select block from search_blocks)`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
    expect(await titles('ruder')).toEqual([]);
    expect(await titles('comittee')).toEqual(['Minutes']);
    // The empty block that notifies other processes has no words: the filters still decide.
    await sql`update search_block_words set filter = zeroblob(2)`.execute(database.db);
    await close();
    await open();
    expect(await titles('comittee')).toEqual([]);
  });
});
