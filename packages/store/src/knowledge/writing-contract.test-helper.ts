import { describe, expect, it } from 'vitest';
import { contractBase } from './contract-base.test-helper.js';
import type { ContractSettings, OpenForContract } from './contract-base.test-helper.js';
import { accessOf, administrator, wordEmbedder } from './contract-kit.test-helper.js';
import { openKnowledge } from './open-knowledge.js';

/** How every database must write, and keep links in sync. */
export function writingContract(open: OpenForContract, settings: ContractSettings): void {
  const at = contractBase(open, settings);
  const { ann } = at;

  describe('KB-1 writing', () => {
    it('swaps an item for its new version under the same id, leaving nothing of the old', async () => {
      const first = await at.put({ title: 'V', externalId: 'e', paragraphs: ['old unicorn', 'old two'] });
      const second = await at.put({ title: 'V', externalId: 'e', paragraphs: ['new pegasus'] });
      expect(second).toEqual({ itemId: first.itemId, replaced: true });
      expect(await at.titles('unicorn', 'keyword')).toEqual([]);
      expect(await at.titles('unicorn old', 'semantic')).toHaveLength(1);
      expect(await at.titles('pegasus')).toEqual(['V']);
      expect(await at.knowledge.reader.count({ viewer: ann, unit: 'chunks' })).toBe(1);
      expect(
        await at.knowledge.writer.listItemStates({ knowledgeBaseId: at.base, externalIdPrefix: '' }),
      ).toHaveLength(1);
    });

    it('removes an item from every index', async () => {
      const { itemId } = await at.put({ title: 'Gone', paragraphs: ['ephemeral thing'] });
      await at.titles('ephemeral');
      await at.knowledge.writer.removeItem({ itemId });
      await at.knowledge.writer.removeItem({ itemId });
      for (const mode of ['keyword', 'semantic', 'hybrid'] as const)
        expect(await at.titles('ephemeral thing', mode)).toEqual([]);
      expect(await at.knowledge.reader.searchItemsByName({ viewer: ann, name: 'Gone', limit: 5 })).toEqual(
        [],
      );
      expect(await at.knowledge.reader.getItem(ann, itemId)).toBeNull();
    });

    it('moves an item without touching its chunks', async () => {
      const { itemId } = await at.put({ title: 'Before', externalId: 'a.txt', paragraphs: ['body text'] });
      const [chunk] = await at.knowledge.reader.readChunks(ann, itemId, { from: 0, to: 0 });
      await at.knowledge.writer.moveItem({
        itemId,
        externalId: 'b.txt',
        name: 'b.txt',
        url: null,
        title: 'After',
      });
      expect(await at.titles('after', 'keyword')).toEqual(['After']);
      expect(await at.titles('before', 'keyword')).toEqual([]);
      expect((await at.knowledge.reader.getChunks(ann, [chunk!.id]))[0]?.text).toBe('body text');
      const state = await at.knowledge.writer.findByExternalId({
        knowledgeBaseId: at.base,
        externalId: 'b.txt',
      });
      expect(state).toMatchObject({ itemId, name: 'b.txt' });
    });

    it('refuses an item for a knowledge base that is not there', async () => {
      await expect(at.put({ title: 'x', paragraphs: ['y'], in: 'nowhere' })).rejects.toMatchObject({
        code: 'knowledge_base_not_found',
      });
    });

    it('removes a knowledge base with all its items, and no other', async () => {
      const other = (await at.knowledge.bases.create({ name: 'Other', access: accessOf('ann') })).id;
      await at.put({ title: 'kept', paragraphs: ['walrus'] });
      await at.put({ title: 'lost', paragraphs: ['walrus'], in: other });
      await at.knowledge.bases.remove(other);
      expect(await at.titles('walrus')).toEqual(['kept']);
      expect((await at.knowledge.reader.listKnowledgeBases(administrator)).map((one) => one.id)).toEqual([
        at.base,
      ]);
    });

    it('lets a second opening of the same database see what the first one writes', async () => {
      const second = await openKnowledge({ database: at.database, embedder: wordEmbedder, ...settings });
      const search = () => second.reader.search({ viewer: ann, query: 'otter', mode: 'semantic', topK: 5 });
      expect(await search()).toEqual([]);
      const { itemId } = await at.put({ title: 'New', paragraphs: ['otter in the river'] });
      expect((await search()).map((hit) => hit.title)).toEqual(['New']);
      await at.knowledge.writer.removeItem({ itemId });
      expect(await search()).toEqual([]);
      await second.close();
    });
  });

  describe('KB-7 links', () => {
    const mentions = async (itemId: string) =>
      (await at.knowledge.reader.linksTo(ann, [itemId])).map((link) => link.mention).sort();

    it('links mentions of titles and identifiers, whichever came first', async () => {
      const city = await at.put({ title: 'Port Blair (city)', paragraphs: ['A capital.'] });
      const story = await at.put({
        title: 'Story',
        paragraphs: ['They met in PORT BLAIR, see OPS-42.', 'Nothing here.'],
      });
      const ticket = await at.put({
        title: 'OPS-42 Broken lamp',
        paragraphs: ['The lamp of port blair is broken.'],
      });
      expect(await mentions(city.itemId)).toEqual(['PORT BLAIR', 'port blair']);
      expect(await mentions(ticket.itemId)).toEqual(['OPS-42']);
      const [chunk] = await at.knowledge.reader.readChunks(ann, story.itemId, { from: 0, to: 0 });
      const from = await at.knowledge.reader.linksFrom(ann, [chunk!.id]);
      expect(from.map((link) => link.toItemId).sort()).toEqual([city.itemId, ticket.itemId].sort());
    });

    it('follows items as they change and go', async () => {
      const tower = await at.put({ title: 'Old Tower', externalId: 't', paragraphs: ['stone'] });
      await at.put({ title: 'Guide', externalId: 'g', paragraphs: ['The Old Tower and the New Tower.'] });
      expect(await mentions(tower.itemId)).toEqual(['Old Tower']);
      await at.put({ title: 'New Tower', externalId: 't', paragraphs: ['steel'] });
      expect(await mentions(tower.itemId)).toEqual(['New Tower']);
      await at.put({ title: 'Guide', externalId: 'g', paragraphs: ['No towers.'] });
      expect(await mentions(tower.itemId)).toEqual([]);
      await at.put({ title: 'Guide', externalId: 'g', paragraphs: ['New Tower again.'] });
      await at.knowledge.writer.removeItem({ itemId: tower.itemId });
      expect(await mentions(tower.itemId)).toEqual([]);
      const again = await at.put({ title: 'New Tower', paragraphs: ['glass'] });
      expect(await mentions(again.itemId)).toEqual(['New Tower']);
    });

    it('KB-3 lead a search to what its best chunk names, if one item alone has that name for the viewer', async () => {
      await at.put({
        title: 'Silver Heron',
        paragraphs: ['Silver Heron is a film whose director was Ola Brandt.'],
      });
      await at.put({ title: 'Ola Brandt', paragraphs: ['The mother was a painter of the town.'] });
      for (const place of ['Rome', 'Oslo', 'Cork'])
        await at.put({
          title: place,
          paragraphs: [`The mother and the father of the mayor of ${place} came by ship.`],
        });
      const query = 'mother of the director of the film Silver Heron';
      const found = async () =>
        (await at.knowledge.reader.search({ viewer: ann, query, mode: 'hybrid', topK: 10 })).map(
          ({ title, score }) => [title, score],
        );
      const before = await found();
      expect(before.slice(0, 2).map(([title]) => title)).toEqual(['Silver Heron', 'Ola Brandt']);
      // Another user's item with that name changes nothing.
      const others = await at.knowledge.bases.create({ name: 'Others', access: accessOf('bob') });
      await at.put({ in: others.id, title: 'Ola Brandt', paragraphs: ['Somebody else.'] });
      expect(await found()).toEqual(before);
      await at.put({ title: 'Ola Brandt', externalId: 'another', paragraphs: ['Sails boats.'] });
      expect((await found()).slice(0, 2).map(([title]) => title)).not.toContain('Ola Brandt');
    });
  });
}
