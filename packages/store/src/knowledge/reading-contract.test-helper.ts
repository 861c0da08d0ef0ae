import { describe, expect, it } from 'vitest';
import { contractBase } from './contract-base.test-helper.js';
import type { ContractSettings, OpenForContract } from './contract-base.test-helper.js';
import { accessOf, itemOf } from './contract-kit.test-helper.js';

/** How every database must name, count, list and read. */
export function readingContract(open: OpenForContract, settings: ContractSettings): void {
  const at = contractBase(open, settings);
  const { ann } = at;

  describe('KB-3 items by name, counts, lists and reading', () => {
    it('searches items by name, the closest first', async () => {
      for (const title of ['Annual report 2023', 'Report', 'Weekly notes', 'Reporting guide'])
        await at.put({ title, paragraphs: ['text'] });
      const found = await at.knowledge.reader.searchItemsByName({ viewer: ann, name: 'report', limit: 3 });
      expect(found.map((item) => item.title)).toEqual(['Report', 'Reporting guide', 'Annual report 2023']);
      const words = await at.knowledge.reader.searchItemsByName({
        viewer: ann,
        name: 'notes of weeks',
        limit: 1,
      });
      expect(words.map((item) => item.title)).toEqual(['Weekly notes']);
    });

    it('counts exactly, by words that must all occur', async () => {
      await at.put({ title: 'A', paragraphs: ['red fox', 'blue fox'] });
      await at.put({ title: 'B', paragraphs: ['red foxes run', 'green'] });
      const count = (unit: 'items' | 'chunks', contentQuery?: string) =>
        at.knowledge.reader.count({ viewer: ann, unit, ...(contentQuery ? { contentQuery } : {}) });
      expect(await count('items')).toBe(2);
      expect(await count('chunks')).toBe(4);
      expect(await count('chunks', 'red fox')).toBe(2);
      expect(await count('items', 'fox green')).toBe(1);
      expect(await count('chunks', 'fox green')).toBe(0);
      expect(await count('items', '!!')).toBe(0);
    });

    it('lists items in pages without gaps or repeats, with the total', async () => {
      for (let number = 0; number < 5; number += 1) await at.put({ title: `T${number}`, paragraphs: ['x'] });
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await at.knowledge.reader.listItems({ viewer: ann, limit: 2, cursor });
        expect(page.total).toBe(5);
        seen.push(...page.rows.map((item) => item.title));
        cursor = page.cursor;
      } while (cursor);
      expect(seen).toEqual(['T0', 'T1', 'T2', 'T3', 'T4']);
    });

    it('reads text, chunks and pages exactly', async () => {
      const { itemId } = await at.put({ title: 'Read', paragraphs: ['first 😀 part', 'second part'] });
      const text = await at.knowledge.reader.readItemText(ann, itemId);
      expect(text).toBe('first 😀 part\n\nsecond part');
      const chunks = await at.knowledge.reader.readChunks(ann, itemId, { from: 0, to: 9 });
      for (const chunk of chunks)
        expect(await at.knowledge.reader.readItemText(ann, itemId, chunk.span)).toBe(chunk.text);
      expect((await at.knowledge.reader.readPage(ann, itemId, 2)).map((chunk) => chunk.text)).toEqual([
        'second part',
      ]);
      const other = await at.put({ title: 'Other', paragraphs: ['begins so', 'goes on'] });
      const tops = await at.knowledge.reader.readTops(ann, [itemId, other.itemId, 'nonsense']);
      expect(tops.map(({ text }) => text).toSorted()).toEqual(['begins so', 'first 😀 part']);
      const ids = chunks.map((chunk) => chunk.id).reverse();
      expect(
        (await at.knowledge.reader.getChunks(ann, [...ids, 'nonsense'])).map((chunk) => chunk.id),
      ).toEqual(ids);
      expect(await at.knowledge.reader.getItem(ann, itemId)).toMatchObject({
        title: 'Read',
        chunks: 2,
        access: null,
      });
    });

    it('KB-12 keeps the parts of a long table in their order, and lets them go with the item', async () => {
      const part = (table: number, rows: number) => ({
        table,
        rows,
        packed: Buffer.from(`${table} ${rows}`),
      });
      const item = await itemOf({
        knowledgeBaseId: at.base,
        title: 'Long',
        externalId: 'long',
        paragraphs: ['| a |'],
      });
      const parts = [part(0, 5), part(0, 2), part(1, 4)];
      const { itemId } = await at.knowledge.writer.putItem({ ...item, tableParts: parts });
      const { reader, writer } = at.knowledge;
      expect(await reader.listTableParts(ann, itemId)).toEqual(
        parts.map(({ table, rows }) => ({ table, rows })),
      );
      expect(Buffer.from((await reader.readTablePart(ann, itemId, 1)) ?? []).toString()).toBe('0 2');
      await writer.putItem({ ...item, tableParts: parts.slice(2) });
      expect(await reader.listTableParts(ann, itemId)).toEqual([{ table: 1, rows: 4 }]);
      await writer.removeItem({ itemId });
      expect(await at.database.db.selectFrom('item_table_parts').selectAll().execute()).toEqual([]);
    });

    it('AGR-6 samples a few items of each knowledge base', async () => {
      const other = (await at.knowledge.bases.create({ name: 'Other', access: accessOf('ann') })).id;
      for (const title of ['a', 'b', 'c']) await at.put({ title, paragraphs: ['x'] });
      await at.put({ title: 'd', paragraphs: ['x'], in: other });
      const samples = await at.knowledge.reader.samples(ann, { perKnowledgeBase: 2 });
      expect(samples.map((item) => item.title)).toEqual(['a', 'b', 'd']);
    });
  });
}
