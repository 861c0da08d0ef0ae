import type { ItemFilter } from '@ibid/retrieval/internal';
import { describe, expect, it } from 'vitest';
import { toJson } from '../database/json-text.js';
import { forkConversation } from '../state/fork-conversation.js';
import { ConversationRepository, SourceRepository } from '../state/index.js';
import { contractBase } from './contract-base.test-helper.js';
import type { ContractSettings, OpenForContract } from './contract-base.test-helper.js';
import { accessOf, viewerOf } from './contract-kit.test-helper.js';
import { changedSinceCited, dropUncitedRevisions } from './item-revisions.js';

/** KB-11 on every database: cited revisions, dates, and search filters. */
export function revisionContract(open: OpenForContract, settings: ContractSettings): void {
  const at = contractBase(open, settings);
  const { ann } = at;
  const put = (paragraphs: string[]) => at.put({ title: 'Fees', externalId: 'fees', paragraphs });
  const chunkOf = async (itemId: string) =>
    (await at.knowledge.reader.readChunks(ann, itemId, { from: 0, to: 0 }))[0]?.id ?? '';
  const revision = (itemId: string, chunkId: string) =>
    at.knowledge.reader.readRevision(ann, itemId, chunkId);
  const kept = () => at.database.db.selectFrom('item_revisions').select(['text']).execute();

  async function citedBy(itemId: string, chunkId: string): Promise<string> {
    const { id } = await new ConversationRepository(at.database.db).create({ ownerId: 'ann' });
    await new SourceRepository(at.database.db).saveCited({
      conversationId: id,
      cited: [{ itemId, chunkId }],
    });
    return id;
  }

  describe('KB-11 a cited revision', () => {
    it('is kept as long as an answer cites it, whatever becomes of the item meanwhile', async () => {
      const { itemId } = await put(['The fee is 40 crowns.']);
      const first = await chunkOf(itemId);
      const conversation = await citedBy(itemId, first);
      expect(await revision(itemId, first)).toMatchObject({ state: 'current', replacedAt: null });
      await put(['The fee is 45 crowns.']);
      const second = await chunkOf(itemId);
      // Not cited.
      await put(['The fee is 50 crowns.']);
      expect(await revision(itemId, first)).toMatchObject({
        state: 'changed',
        text: 'The fee is 40 crowns.',
        replacedAt: expect.any(String),
      });
      expect(await revision(itemId, second)).toMatchObject({ state: 'lost', text: null });
      expect(await revision(itemId, await chunkOf(itemId))).toMatchObject({ state: 'current' });
      expect(await changedSinceCited(at.database.db, conversation)).toEqual(new Set([itemId]));
      await new ConversationRepository(at.database.db).delete(conversation);
      expect(await kept()).toEqual([]);
    });

    it('stays for a fork of the conversation that cited it', async () => {
      const { itemId } = await put(['Old words.']);
      const first = await chunkOf(itemId);
      const conversation = await citedBy(itemId, first);
      const { db } = at.database;
      const fork = await forkConversation({
        db,
        conversationId: conversation,
        ownerId: 'ann',
        title: 'Fork',
        messageIds: ['none'],
      });
      await put(['New words.']);
      await new ConversationRepository(db).delete(conversation);
      expect(await kept()).toHaveLength(1);
      await new ConversationRepository(db).delete(fork.conversationId);
      expect(await kept()).toEqual([]);
    });

    it('is none where the same text is only made anew, e.g. by another pipeline', async () => {
      const { itemId } = await put(['The same.']);
      const first = await chunkOf(itemId);
      const conversation = await citedBy(itemId, first);
      await put(['The same.']);
      await put(['The same.']);
      expect(await chunkOf(itemId)).not.toBe(first);
      expect(await revision(itemId, first)).toMatchObject({ state: 'current', text: 'The same.' });
      expect(await changedSinceCited(at.database.db, conversation)).toEqual(new Set());
      await put(['Another.']);
      expect(await revision(itemId, first)).toMatchObject({ state: 'changed', text: 'The same.' });
      expect(await kept()).toHaveLength(1);
    });

    it('ORG-3 goes with its item, by item and by knowledge base', async () => {
      for (const remove of ['item', 'base'] as const) {
        const base = (await at.knowledge.bases.create({ name: remove, access: accessOf('ann') })).id;
        const { itemId } = await at.put({ title: 'V', externalId: 'v', paragraphs: ['one'], in: base });
        await citedBy(itemId, await chunkOf(itemId));
        await at.put({ title: 'V', externalId: 'v', paragraphs: ['two'], in: base });
        expect(await kept()).toHaveLength(1);
        await (remove === 'item'
          ? at.knowledge.writer.removeItem({ itemId })
          : at.knowledge.bases.remove(base));
        expect(await kept()).toEqual([]);
        const { db } = at.database;
        const cited = db.selectFrom('cited_chunks').selectAll().where('item_id', '=', itemId);
        expect(await cited.execute()).toEqual([]);
      }
    });

    it('KB-5 is read with the rights on the item as they are now', async () => {
      const { itemId } = await put(['Secret once.']);
      const first = await chunkOf(itemId);
      await citedBy(itemId, first);
      await put(['Open now.']);
      const ben = viewerOf('ben');
      expect(await at.knowledge.reader.readRevision(ben, itemId, first)).toMatchObject({ state: 'changed' });
      await at.knowledge.writer.setItemAccess({ itemId, access: accessOf('ann') });
      expect(await at.knowledge.reader.readRevision(ben, itemId, first)).toBeNull();
      expect(await revision(itemId, first)).toMatchObject({ text: 'Secret once.' });
    });

    it('is kept while a turn is under way that may cite it, and dropped when none did', async () => {
      const { db } = at.database;
      const { id } = await new ConversationRepository(db).create({ ownerId: 'ann' });
      await db
        .insertInto('turns')
        .values({
          id: 'running-turn',
          conversation_id: id,
          user_id: 'ann',
          user_message_id: 'u',
          assistant_message_id: 'a',
          status: 'running',
          model_id: 'm',
          agent_id: null,
          request: toJson({ agentId: null, modelId: 'm', scope: [] }),
          error_code: null,
          error_message: null,
          retryable: 0,
          context_reports: toJson([]),
          trajectory: null,
          input_tokens: 0,
          output_tokens: 0,
          cached_input_tokens: 0,
          cost_usd: null,
          stop_requested: 0,
          server_id: 's',
          created_at: new Date().toISOString(),
          finished_at: null,
        })
        .execute();
      const { itemId } = await put(['Being read.']);
      const first = await chunkOf(itemId);
      await put(['Replaced meanwhile.']);
      expect(await dropUncitedRevisions(db)).toBe(0);
      expect(await revision(itemId, first)).toMatchObject({ state: 'changed', text: 'Being read.' });
      await db.updateTable('turns').set({ status: 'complete' }).execute();
      expect(await dropUncitedRevisions(db)).toBe(1);
      expect(await revision(itemId, first)).toMatchObject({ state: 'lost' });
    });
  });

  describe('KB-11 dates and metadata', () => {
    const found = async (filter: ItemFilter, preferNewer = false) =>
      (
        await at.knowledge.reader.search({
          viewer: ann,
          query: 'harbour',
          mode: 'keyword',
          topK: 9,
          filter,
          preferNewer,
        })
      ).map((hit) => hit.title);
    const fill = async () => {
      const facts: [string, Record<string, string | number>][] = [
        ['Old', { date: '2019-03-01', team: 'sales', pages: 9 }],
        ['Middle', { created: '2023-12-31T10:00:00Z', team: 'finance', pages: '80' }],
        ['New', { published: '4 May 2026', team: 'legal', pages: 100 }],
        ['Undated', { team: 'sales' }],
      ];
      for (const [title, metadata] of facts) await at.put({ title, metadata, paragraphs: ['The harbour.'] });
    };

    it('filters by the own date of items: before, after, from, to; those without one are outside', async () => {
      await fill();
      expect((await found({ date: { after: '2023' } })).sort()).toEqual(['New']);
      expect((await found({ date: { from: '2023' } })).sort()).toEqual(['Middle', 'New']);
      expect((await found({ date: { before: '2023-12-31' } })).sort()).toEqual(['Old']);
      expect((await found({ date: { to: '2023-12' } })).sort()).toEqual(['Middle', 'Old']);
      expect((await found({ date: { from: '2020', to: '2024' } })).sort()).toEqual(['Middle']);
      const [hit] = await at.knowledge.reader.search({
        viewer: ann,
        query: 'harbour',
        mode: 'keyword',
        topK: 1,
        filter: { date: { after: '2025' } },
      });
      expect(hit?.date).toEqual({ value: '2026-05-04', from: 'published' });
      const count = { viewer: ann, unit: 'items' as const, filter: { date: { after: '2020' } } };
      expect(await at.knowledge.reader.count(count)).toBe(2);
    });

    it('filters by metadata: any of, and ranges of numbers and texts', async () => {
      await fill();
      const where = (...conditions: NonNullable<ItemFilter['where']>) => found({ where: conditions });
      expect((await where({ field: 'team', anyOf: ['sales', 'legal'] })).sort()).toEqual([
        'New',
        'Old',
        'Undated',
      ]);
      expect(await where({ field: 'team', anyOf: [] })).toEqual([]);
      // 9 is less than 80 although "9" is greater than "80", and a number in quotation marks counts as one.
      expect((await where({ field: 'pages', from: 10 })).sort()).toEqual(['Middle', 'New']);
      expect((await where({ field: 'pages', after: 9, before: 100 })).sort()).toEqual(['Middle']);
      expect((await where({ field: 'team', from: 'l' })).sort()).toEqual(['New', 'Old', 'Undated']);
      const both = await where({ field: 'team', from: 'l' }, { field: 'pages', to: 50 });
      expect(both).toEqual(['Old']);
      expect(await where({ field: "x' or 1=1 --", from: 1 })).toEqual([]);
    });

    it('puts the newer first among what fits as well, where that is preferred', async () => {
      await at.put({ title: 'A', metadata: { date: '2015' }, paragraphs: ['The harbour fee.'] });
      await at.put({ title: 'B', metadata: { date: '2026' }, paragraphs: ['The harbour fee.'] });
      await at.put({
        title: 'C',
        metadata: { date: '2026' },
        paragraphs: ['Other: a harbour of long words here.'],
      });
      expect(await found({})).toEqual(['A', 'B', 'C']);
      expect(await found({}, true)).toEqual(['B', 'A', 'C']);
    });
  });
}
