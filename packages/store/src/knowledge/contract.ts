import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reranker } from '@ibid/retrieval';
import type { OpenDatabase } from '../database/open-database.js';
import { accessOf, administrator, itemOf, viewerOf, wordEmbedder } from './contract-kit.js';
import type { Knowledge } from './open-knowledge.js';
import { openKnowledge } from './open-knowledge.js';

/** The rules every database must keep; each dialect's test file runs them on a real one. */
export function knowledgeContract(
  open: () => Promise<OpenDatabase>,
  settings: { blockChunks?: number } = {},
): void {
  let database: OpenDatabase;
  let knowledge: Knowledge;
  let base: string;

  beforeEach(async () => {
    database = await open();
    knowledge = await openKnowledge({ database, embedder: wordEmbedder, ...settings });
    base = (await knowledge.bases.create({ name: 'Docs', access: accessOf('ann', 'public') })).id;
  });
  afterEach(async () => {
    await knowledge.close();
    await database.close();
  });

  const ann = viewerOf('ann');
  const put = async (options: Omit<Parameters<typeof itemOf>[0], 'knowledgeBaseId'> & { in?: string }) =>
    knowledge.writer.putItem(await itemOf({ knowledgeBaseId: options.in ?? base, ...options }));
  const titles = async (query: string, mode: 'keyword' | 'semantic' | 'hybrid' = 'hybrid', topK = 10) =>
    (await knowledge.reader.search({ viewer: ann, query, mode, topK })).map((hit) => hit.title);

  describe('KB-3 search', () => {
    it('finds by keyword, by meaning and by both, ordered by score, never more than asked', async () => {
      await put({
        title: 'Leave',
        paragraphs: ['Employees get twenty days of holiday.', 'Sick days are paid.'],
      });
      await put({ title: 'Travel', paragraphs: ['Book trains early.', 'Flights need approval.'] });
      for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
        const hits = await knowledge.reader.search({
          viewer: ann,
          query: 'how many holidays do employees get',
          mode,
          topK: 1,
        });
        expect(hits.map((hit) => hit.text)).toEqual(['Employees get twenty days of holiday.']);
        expect(Object.keys(hits[0]!.ranks)).toEqual(mode === 'hybrid' ? ['keyword', 'semantic'] : [mode]);
      }
      const hits = await knowledge.reader.search({ viewer: ann, query: 'days', mode: 'hybrid', topK: 10 });
      const scores = hits.map((hit) => hit.score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(await titles('days', 'hybrid', 0)).toEqual([]);
      expect(await titles('  ')).toEqual([]);
    });

    it('keeps what only one side found', async () => {
      await put({ title: 'No vector', paragraphs: ['The zebra crossing is closed.'], embedder: null });
      await put({ title: 'Other', paragraphs: ['The road is open.'] });
      expect(await titles('zebra')).toContain('No vector');
      expect(await titles('zebra', 'semantic')).not.toContain('No vector');
    });

    it('KB-2 finds a chunk by its document title and its headings', async () => {
      await put({ title: 'Quarterly budget', headingPath: ['Marketing'], paragraphs: ['Forty thousand.'] });
      expect(await titles('quarterly budget', 'keyword')).toEqual(['Quarterly budget']);
      expect(await titles('marketing', 'keyword')).toEqual(['Quarterly budget']);
    });

    it('finds identifiers whole and by their parts', async () => {
      await put({ title: 'Code', paragraphs: ['fn run_target(executor: DiffExecutor) {}'] });
      for (const query of ['run_target', 'runTarget', 'diff executor', 'DIFFEXECUTOR'])
        expect(await titles(query, 'keyword')).toEqual(['Code']);
    });

    it('KB-4 stems each text in its own language and searches a query in its own', async () => {
      await put({ title: 'Haus', language: 'de', paragraphs: ['Die Häuser wurden renoviert.'] });
      await put({ title: 'House', language: 'en', paragraphs: ['The houses were renovated.'] });
      expect(await titles('Wann wird das Haus renoviert?', 'keyword')).toEqual(['Haus']);
      expect(await titles('renovating a house', 'keyword')).toEqual(['House']);
    });

    it('filters inside the query by item, name, external id, metadata and knowledge base', async () => {
      const other = (await knowledge.bases.create({ name: 'Other', access: accessOf('ann') })).id;
      const { itemId } = await put({
        title: 'One',
        paragraphs: ['apple pie'],
        externalId: 'x1',
        metadata: { year: 2024, tags: ['a'] },
      });
      await put({ title: 'Two', paragraphs: ['apple cake'], externalId: 'x2', metadata: { year: '2024' } });
      await put({ title: 'Three', paragraphs: ['apple juice'], in: other });
      const search = async (filter: object, knowledgeBaseIds?: string[]) =>
        (
          await knowledge.reader.search({
            viewer: ann,
            query: 'apple',
            mode: 'hybrid',
            topK: 10,
            filter,
            ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
          })
        )
          .map((hit) => hit.title)
          .sort();
      expect(await search({ itemIds: [itemId] })).toEqual(['One']);
      expect(await search({ itemIds: [] })).toEqual([]);
      expect(await search({ itemName: 'TWO.t' })).toEqual(['Two']);
      expect(await search({ externalIds: ['x2', 'x9'] })).toEqual(['Two']);
      expect(await search({ metadata: { year: 2024 } })).toEqual(['One']);
      expect(await search({ metadata: { tags: ['a'], year: 2024 } })).toEqual(['One']);
      expect(await search({ metadata: { year: 2024 }, externalIds: ['x2'] })).toEqual([]);
      expect(await search({}, [other])).toEqual(['Three']);
      expect(await search({}, [])).toEqual([]);
    });

    it('gives neighbours of a hit, marked, in addition and once', async () => {
      await put({ title: 'Story', paragraphs: ['one', 'two', 'three dragon', 'four', 'five'] });
      const hits = await knowledge.reader.search({
        viewer: ann,
        query: 'dragon',
        mode: 'keyword',
        topK: 1,
        neighbours: 1,
      });
      expect(hits.map((hit) => [hit.text, hit.neighbourOf === hits[0]!.id])).toEqual([
        ['three dragon', false],
        ['two', true],
        ['four', true],
      ]);
    });

    it('finds by meaning what was taken in without vectors, once it is embedded', async () => {
      await put({ title: 'Early', paragraphs: ['The heron stands in the water.'] });
      await put({ title: 'Plain', paragraphs: ['The kestrel hovers above.'], embedder: null });
      expect(await titles('kestrel hovers', 'semantic')).toEqual(['Early']);
      expect(await knowledge.status()).toMatchObject({ chunks: 2, embedded: 1, embedderId: 'test-words' });
      expect(await knowledge.embedMissing()).toEqual({ embedded: 1 });
      expect(await titles('kestrel hovers', 'semantic')).toEqual(['Plain', 'Early']);
      const reopened = await openKnowledge({ database, embedder: wordEmbedder, ...settings });
      const hits = await reopened.reader.search({ viewer: ann, query: 'heron', mode: 'semantic', topK: 1 });
      expect(hits.map((hit) => hit.title)).toEqual(['Early']);
      expect(await knowledge.embedMissing()).toEqual({ embedded: 0 });
      await reopened.close();
    });

    it('goes on by keyword when the embedder fails', async () => {
      const failing = { ...wordEmbedder, embed: () => Promise.reject(new Error('out of order')) };
      const lame = await openKnowledge({ database, embedder: failing, ...settings });
      const none = await openKnowledge({
        database,
        embedder: Promise.reject(new Error('no weights')),
        ...settings,
      });
      await put({ title: 'Found', paragraphs: ['a platypus'] });
      for (const { reader } of [lame, none]) {
        for (const mode of ['hybrid', 'semantic'] as const) {
          const hits = await reader.search({ viewer: ann, query: 'platypus', mode, topK: 3 });
          expect(hits.map((hit) => hit.title)).toEqual(['Found']);
        }
      }
      expect(await none.status()).toMatchObject({ embedderId: null, embedderProblem: 'no weights' });
    });

    it('reranks on request, and keeps its own order when the reranker fails', async () => {
      for (const title of ['one', 'two', 'three']) await put({ title, paragraphs: [`apple ${title}`] });
      const rerankers = {
        byLength: {
          id: 'l',
          rerank: async (_: string, documents: readonly string[]) => documents.map((d) => d.length),
        },
        failing: { id: 'f', rerank: () => Promise.reject(new Error('down')) },
      };
      const search = async (reranker: Reranker, rerank: boolean) => {
        const other = await openKnowledge({ database, embedder: wordEmbedder, reranker, ...settings });
        return other.reader.search({ viewer: ann, query: 'apple', mode: 'hybrid', topK: 1, rerank });
      };
      const plain = await search(rerankers.byLength, false);
      const [best] = await search(rerankers.byLength, true);
      expect(best).toMatchObject({
        title: 'three',
        ranks: { rerank: { score: 'three\napple three'.length } },
      });
      expect(await search(rerankers.failing, true)).toEqual(plain);
    });

    it('takes any query as words, never as a command', async () => {
      await put({ title: 'T', paragraphs: ['plain words'] });
      for (const query of ['"', 'OR', 'a AND (', 'NEAR(', "'; drop table items; --", '*', 'body:words', '\0'])
        await knowledge.reader.search({ viewer: ann, query, mode: 'hybrid', topK: 3 });
      expect(await titles('words')).toEqual(['T']);
    });
  });

  describe('KB-3 items by name, counts, lists and reading', () => {
    it('searches items by name, the closest first', async () => {
      for (const title of ['Annual report 2023', 'Report', 'Weekly notes', 'Reporting guide'])
        await put({ title, paragraphs: ['text'] });
      const found = await knowledge.reader.searchItemsByName({ viewer: ann, name: 'report', limit: 3 });
      expect(found.map((item) => item.title)).toEqual(['Report', 'Reporting guide', 'Annual report 2023']);
      const words = await knowledge.reader.searchItemsByName({
        viewer: ann,
        name: 'notes of weeks',
        limit: 1,
      });
      expect(words.map((item) => item.title)).toEqual(['Weekly notes']);
    });

    it('counts exactly, by words that must all occur', async () => {
      await put({ title: 'A', paragraphs: ['red fox', 'blue fox'] });
      await put({ title: 'B', paragraphs: ['red foxes run', 'green'] });
      const count = (unit: 'items' | 'chunks', contentQuery?: string) =>
        knowledge.reader.count({ viewer: ann, unit, ...(contentQuery ? { contentQuery } : {}) });
      expect(await count('items')).toBe(2);
      expect(await count('chunks')).toBe(4);
      expect(await count('chunks', 'red fox')).toBe(2);
      expect(await count('items', 'fox green')).toBe(1);
      expect(await count('chunks', 'fox green')).toBe(0);
      expect(await count('items', '!!')).toBe(0);
    });

    it('lists items in pages without gaps or repeats, with the total', async () => {
      for (let number = 0; number < 5; number += 1) await put({ title: `T${number}`, paragraphs: ['x'] });
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await knowledge.reader.listItems({ viewer: ann, limit: 2, cursor });
        expect(page.total).toBe(5);
        seen.push(...page.rows.map((item) => item.title));
        cursor = page.cursor;
      } while (cursor);
      expect(seen).toEqual(['T0', 'T1', 'T2', 'T3', 'T4']);
    });

    it('reads text, chunks and pages exactly', async () => {
      const { itemId } = await put({ title: 'Read', paragraphs: ['first 😀 part', 'second part'] });
      const text = await knowledge.reader.readItemText(ann, itemId);
      expect(text).toBe('first 😀 part\n\nsecond part');
      const chunks = await knowledge.reader.readChunks(ann, itemId, { from: 0, to: 9 });
      for (const chunk of chunks)
        expect(await knowledge.reader.readItemText(ann, itemId, chunk.span)).toBe(chunk.text);
      expect((await knowledge.reader.readPage(ann, itemId, 2)).map((chunk) => chunk.text)).toEqual([
        'second part',
      ]);
      const ids = chunks.map((chunk) => chunk.id).reverse();
      expect((await knowledge.reader.getChunks(ann, [...ids, 'nonsense'])).map((chunk) => chunk.id)).toEqual(
        ids,
      );
      expect(await knowledge.reader.getItem(ann, itemId)).toMatchObject({
        title: 'Read',
        chunks: 2,
        access: null,
      });
    });

    it('AGR-6 samples a few items of each knowledge base', async () => {
      const other = (await knowledge.bases.create({ name: 'Other', access: accessOf('ann') })).id;
      for (const title of ['a', 'b', 'c']) await put({ title, paragraphs: ['x'] });
      await put({ title: 'd', paragraphs: ['x'], in: other });
      const samples = await knowledge.reader.samples(ann, { perKnowledgeBase: 2 });
      expect(samples.map((item) => item.title)).toEqual(['a', 'b', 'd']);
    });
  });

  describe('KB-1 writing', () => {
    it('swaps an item for its new version under the same id, leaving nothing of the old', async () => {
      const first = await put({ title: 'V', externalId: 'e', paragraphs: ['old unicorn', 'old two'] });
      const second = await put({ title: 'V', externalId: 'e', paragraphs: ['new pegasus'] });
      expect(second).toEqual({ itemId: first.itemId, replaced: true });
      expect(await titles('unicorn', 'keyword')).toEqual([]);
      expect(await titles('unicorn old', 'semantic')).toHaveLength(1);
      expect(await titles('pegasus')).toEqual(['V']);
      expect(await knowledge.reader.count({ viewer: ann, unit: 'chunks' })).toBe(1);
      expect(
        await knowledge.writer.listItemStates({ knowledgeBaseId: base, externalIdPrefix: '' }),
      ).toHaveLength(1);
    });

    it('removes an item from every index', async () => {
      const { itemId } = await put({ title: 'Gone', paragraphs: ['ephemeral thing'] });
      await titles('ephemeral');
      await knowledge.writer.removeItem({ itemId });
      await knowledge.writer.removeItem({ itemId });
      for (const mode of ['keyword', 'semantic', 'hybrid'] as const)
        expect(await titles('ephemeral thing', mode)).toEqual([]);
      expect(await knowledge.reader.searchItemsByName({ viewer: ann, name: 'Gone', limit: 5 })).toEqual([]);
      expect(await knowledge.reader.getItem(ann, itemId)).toBeNull();
    });

    it('moves an item without touching its chunks', async () => {
      const { itemId } = await put({ title: 'Before', externalId: 'a.txt', paragraphs: ['body text'] });
      const [chunk] = await knowledge.reader.readChunks(ann, itemId, { from: 0, to: 0 });
      await knowledge.writer.moveItem({
        itemId,
        externalId: 'b.txt',
        name: 'b.txt',
        url: null,
        title: 'After',
      });
      expect(await titles('after', 'keyword')).toEqual(['After']);
      expect(await titles('before', 'keyword')).toEqual([]);
      expect((await knowledge.reader.getChunks(ann, [chunk!.id]))[0]?.text).toBe('body text');
      const state = await knowledge.writer.findByExternalId({ knowledgeBaseId: base, externalId: 'b.txt' });
      expect(state).toMatchObject({ itemId, name: 'b.txt' });
    });

    it('refuses an item for a knowledge base that is not there', async () => {
      await expect(put({ title: 'x', paragraphs: ['y'], in: 'nowhere' })).rejects.toMatchObject({
        code: 'knowledge_base_not_found',
      });
    });

    it('removes a knowledge base with all its items, and no other', async () => {
      const other = (await knowledge.bases.create({ name: 'Other', access: accessOf('ann') })).id;
      await put({ title: 'kept', paragraphs: ['walrus'] });
      await put({ title: 'lost', paragraphs: ['walrus'], in: other });
      await knowledge.bases.remove(other);
      expect(await titles('walrus')).toEqual(['kept']);
      expect((await knowledge.reader.listKnowledgeBases(administrator)).map((one) => one.id)).toEqual([base]);
    });

    it('lets a second opening of the same database see what the first one writes', async () => {
      const second = await openKnowledge({ database, embedder: wordEmbedder, ...settings });
      const search = () => second.reader.search({ viewer: ann, query: 'otter', mode: 'semantic', topK: 5 });
      expect(await search()).toEqual([]);
      const { itemId } = await put({ title: 'New', paragraphs: ['otter in the river'] });
      expect((await search()).map((hit) => hit.title)).toEqual(['New']);
      await knowledge.writer.removeItem({ itemId });
      expect(await search()).toEqual([]);
      await second.close();
    });
  });

  describe('KB-7 links', () => {
    const mentions = async (itemId: string) =>
      (await knowledge.reader.linksTo(ann, [itemId])).map((link) => link.mention).sort();

    it('links mentions of titles and identifiers, whichever came first', async () => {
      const city = await put({ title: 'Port Blair (city)', paragraphs: ['A capital.'] });
      const story = await put({
        title: 'Story',
        paragraphs: ['They met in PORT BLAIR, see OPS-42.', 'Nothing here.'],
      });
      const ticket = await put({
        title: 'OPS-42 Broken lamp',
        paragraphs: ['The lamp of port blair is broken.'],
      });
      expect(await mentions(city.itemId)).toEqual(['PORT BLAIR', 'port blair']);
      expect(await mentions(ticket.itemId)).toEqual(['OPS-42']);
      const [chunk] = await knowledge.reader.readChunks(ann, story.itemId, { from: 0, to: 0 });
      const from = await knowledge.reader.linksFrom(ann, [chunk!.id]);
      expect(from.map((link) => link.toItemId).sort()).toEqual([city.itemId, ticket.itemId].sort());
    });

    it('follows items as they change and go', async () => {
      const tower = await put({ title: 'Old Tower', externalId: 't', paragraphs: ['stone'] });
      await put({ title: 'Guide', externalId: 'g', paragraphs: ['The Old Tower and the New Tower.'] });
      expect(await mentions(tower.itemId)).toEqual(['Old Tower']);
      await put({ title: 'New Tower', externalId: 't', paragraphs: ['steel'] });
      expect(await mentions(tower.itemId)).toEqual(['New Tower']);
      await put({ title: 'Guide', externalId: 'g', paragraphs: ['No towers.'] });
      expect(await mentions(tower.itemId)).toEqual([]);
      await put({ title: 'Guide', externalId: 'g', paragraphs: ['New Tower again.'] });
      await knowledge.writer.removeItem({ itemId: tower.itemId });
      expect(await mentions(tower.itemId)).toEqual([]);
      const again = await put({ title: 'New Tower', paragraphs: ['glass'] });
      expect(await mentions(again.itemId)).toEqual(['New Tower']);
    });
  });
}
