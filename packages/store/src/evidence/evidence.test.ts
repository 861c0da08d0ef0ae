import type { EvidenceCell } from '@ibid/retrieval/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';
import { accessOf, itemOf, viewerOf } from '../knowledge/contract-kit.test-helper.js';
import { openKnowledge } from '../knowledge/open-knowledge.js';
import { PRIVATE } from '../state/sharing.js';
import { EvidenceCellRepository } from './evidence-cell-repository.js';
import { EvidenceTableRepository } from './evidence-table-repository.js';

const server = testServer();
const ann = viewerOf('ann');
const ben = viewerOf('ben');
const cellOf = (value: string | null, number: number | null = null): EvidenceCell => ({
  verdict: value === null ? 'absent' : 'supported',
  value,
  number,
  written: value,
  quote: value === null ? null : `It is ${value}.`,
  passage: null,
  reason: null,
});

describe.each(['SQLite', ...(server === null ? [] : ['PostgreSQL'])])(
  'ANS-1 evidence tables on %s',
  (name) => {
    let database: OpenDatabase;
    let drop = async () => {};
    let tables: EvidenceTableRepository;
    let cells: EvidenceCellRepository;
    let knowledge: Awaited<ReturnType<typeof openKnowledge>>;
    let tableId: string;
    let columnIds: string[];
    const items: string[] = [];

    const put = async (title: string, text: string) => {
      const [base] = await knowledge.bases.list(ann);
      const request = await itemOf({
        knowledgeBaseId: base!.id,
        title,
        paragraphs: [text],
        externalId: title,
        embedder: null,
      });
      return (await knowledge.writer.putItem(request)).itemId;
    };
    const page = (options: Partial<Parameters<EvidenceCellRepository['page']>[2]> = {}, viewer = ann) =>
      cells.page(viewer, tableId, { offset: 0, limit: 50, ...options });
    const unsaid = async (itemId: string) => ({
      verdict: 'unsupported' as const,
      quote: null,
      passage: null,
      reason: 'The document does not have this value.',
      contentHash: (await knowledge.reader.getItem(ann, itemId))!.contentHash,
    });
    const fill = async (values: readonly (string | null)[], number = true) => {
      const pending = await cells.pending(ann, tableId, { after: -1, limit: 50, retryFailed: true });
      for (const row of pending) {
        const value = values[items.indexOf(row.itemId)] ?? null;
        await cells.put({
          tableId,
          rowId: row.rowId,
          contentHash: row.contentHash,
          modelId: 'test',
          cells: row.columnIds.map((columnId) => ({
            ...cellOf(value, number && value !== null ? Number.parseFloat(value) : null),
            columnId,
          })),
        });
      }
      return pending;
    };

    beforeAll(async () => {
      if (name === 'SQLite') database = await openDatabase({ folder: ':memory:' });
      else {
        const own = await createTestDatabase(server!);
        drop = own.drop;
        database = await openDatabase({ url: own.url });
      }
      knowledge = await openKnowledge({ database, embedder: null });
      tables = new EvidenceTableRepository(database.db);
      cells = new EvidenceCellRepository(database);
      await knowledge.bases.create({ name: 'Harbours', access: accessOf('ann') });
      for (const title of ['Bergen', 'Larne', 'Visby']) items.push(await put(title, `${title} has a basin.`));
      tableId = await tables.create({
        ownerId: 'ann',
        name: 'Depths',
        modelId: null,
        sharing: PRIVATE,
        columns: [{ name: 'Depth', question: 'How deep?', kind: 'number', unit: 'm' }],
      });
      await tables.addRows(tableId, items);
      columnIds = (await tables.get(ann, tableId))!.columns.map(({ id }) => id);
    });
    afterAll(async () => {
      await knowledge.close();
      await database.close();
      await drop();
    });
    it('computes what is missing, and only what is new once there is a row or a column more', async () => {
      expect(await cells.countPending(ann, tableId)).toBe(3);
      expect(await fill(['9 m', '12 m', null])).toHaveLength(3);
      expect(await cells.countPending(ann, tableId)).toBe(0);
      items.push(await put('Ostend', 'Ostend has a basin.'));
      expect(await tables.addRows(tableId, items)).toBe(1);
      const [added, ...none] = await fill(['9 m', '12 m', null, '100 m']);
      expect([added?.itemId, none.length]).toEqual([items[3], 0]);
      columnIds.push(
        await tables.addColumn(tableId, { name: 'Open', question: 'Is it open?', kind: 'yes-no' }),
      );
      const pending = await cells.pending(ann, tableId, { after: -1, limit: 50, retryFailed: true });
      expect(pending.map((row) => row.columnIds)).toEqual(Array.from({ length: 4 }, () => [columnIds[1]]));
      await fill(['yes', 'no', 'yes', 'no'], false);
    });

    it('sorts by number and not by letters, what has no value last, and filters by verdict', async () => {
      const order = async (isDescending: boolean) =>
        (await page({ sort: { by: { columnId: columnIds[0]! }, isDescending } })).rows.map(
          (row) => row.document?.title,
        );
      expect(await order(false)).toEqual(['Bergen', 'Larne', 'Ostend', 'Visby']);
      expect(await order(true)).toEqual(['Ostend', 'Larne', 'Bergen', 'Visby']);
      const absent = await page({ verdict: 'absent', columnId: columnIds[0] });
      expect(absent.rows.map((row) => row.document?.title)).toEqual(['Visby']);
      expect(absent.total).toBe(1);
      expect(await cells.counts(ann, tableId)).toMatchObject({
        byVerdict: { supported: 7, absent: 1 },
        pending: 0,
        stale: 0,
        withheld: 0,
      });
    });

    it('KB-5 shows nothing of documents that somebody may not see', async () => {
      await tables.update(tableId, {
        sharing: { visibility: 'shared', sharedWithUsers: ['ben'], sharedWithGroups: [] },
      });
      expect((await tables.get(ben, tableId))?.name).toBe('Depths');
      const seen = await page({}, ben);
      expect(seen.rows.map(({ document, cells: own }) => [document, own])).toEqual(
        Array.from({ length: 4 }, () => [null, []]),
      );
      // Regardless of the order: sorting by value would reveal which is larger.
      for (const by of ['document' as const, ...columnIds.map((columnId) => ({ columnId }))])
        for (const isDescending of [false, true])
          expect((await page({ sort: { by, isDescending } }, ben)).rows).toEqual(seen.rows);
      expect((await page({ verdict: 'supported' }, ben)).total).toBe(0);
      expect(await cells.counts(ben, tableId)).toMatchObject({ byVerdict: {}, pending: 0, withheld: 4 });
      expect(
        await cells.get(ben, { id: tableId, rowId: seen.rows[0]!.id, columnId: columnIds[0]! }),
      ).toBeNull();
    });

    it('keeps the computed value beside an edit, and lets nobody overwrite what they have not seen', async () => {
      const row = (await page()).rows[0]!;
      const place = { tableId, rowId: row.id, columnId: columnIds[0]! };
      const check = await unsaid(items[0]!);
      expect(
        await cells.edit({ ...place, value: '200 m', number: 200, check, userId: 'ann', version: 0 }),
      ).toBe(1);
      expect(
        await cells.edit({ ...place, value: '5 m', number: 5, check: null, userId: 'ben', version: 0 }),
      ).toBeNull();
      const read = async () =>
        (await page()).rows[0]!.cells.find(({ columnId }) => columnId === columnIds[0]);
      expect(await read()).toMatchObject({
        value: '9 m',
        edit: { value: '200 m', userId: 'ann', number: 200, verdict: 'unsupported', quote: null },
        version: 1,
      });
      const sorted = await page({ sort: { by: { columnId: columnIds[0]! }, isDescending: true } });
      expect(sorted.rows[0]?.document?.title).toBe('Bergen');
      expect((await page({ verdict: 'edited' })).total).toBe(1);
      // The verdict of the edit, not of the value it replaced.
      expect((await page({ verdict: 'unsupported' })).total).toBe(1);
      expect((await cells.counts(ann, tableId)).byVerdict).toEqual({
        supported: 6,
        absent: 1,
        unsupported: 1,
      });
      expect(
        await cells.edit({ ...place, value: '5 m', number: 5, check: null, userId: 'ben', version: 1 }),
      ).toBe(2);
      expect((await cells.edits(row.id, columnIds[0]!)).map(({ value, userId }) => [userId, value])).toEqual([
        ['ben', '5 m'],
        ['ann', '200 m'],
      ]);
      expect(
        await cells.edit({ ...place, value: null, number: null, check: null, userId: 'ann', version: 2 }),
      ).toBe(3);
      expect(await read()).toMatchObject({ value: '9 m', edit: null });
    });

    it('KB-11 marks the row of a document that changed, and computes it again', async () => {
      const row = (await page()).rows[1]!;
      const place = { tableId, rowId: row.id, columnId: columnIds[0]! };
      await cells.edit({
        ...place,
        value: '13 m',
        number: 13,
        check: await unsaid(items[1]!),
        userId: 'ann',
        version: 0,
      });
      await put('Larne', 'Larne has a basin, and it was dredged.');
      expect((await page()).rows.map(({ isStale }) => isStale)).toEqual([false, true, false, false]);
      expect((await page({ verdict: 'stale' })).total).toBe(1);
      const again = await fill([null, '14 m', null, null]);
      expect(again.map(({ itemId }) => itemId)).toEqual([items[1]]);
      const changed = (await page()).rows[1]!;
      expect(changed.isStale).toBe(false);
      expect(changed.cells.find(({ columnId }) => columnId === columnIds[0])).toMatchObject({
        value: '14 m',
        // Checked against a text that no longer exists.
        edit: { value: '13 m', verdict: null },
      });
    });

    it('ORG-3 withholds the row of a document that vanished, and keeps nothing of it', async () => {
      await knowledge.writer.removeItem({ itemId: items[0]! });
      expect((await page()).rows[0]).toMatchObject({ document: null, isDeleted: true, cells: [] });
      await cells.forgetDeleted();
      const left = await database.db.selectFrom('evidence_cells').select('row_id').execute();
      const [gone] = (await page()).rows;
      expect(left.some(({ row_id: id }) => id === gone?.id)).toBe(false);
      await tables.removeColumn(tableId, columnIds[1]!);
      await tables.delete(tableId);
      for (const table of ['evidence_cells', 'evidence_edits', 'evidence_rows', 'evidence_columns'] as const)
        expect(await database.db.selectFrom(table).select('table_id').execute()).toEqual([]);
    });
  },
);
