import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { originItemId, originSpan } from '@ibid/core/internal';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../parse/parse-document.js';
import { renderTable } from '../parse/render-table.js';
import { cellDate, cellNumber, writesCommaDecimals } from './cell-value.js';
import { answerQuestion } from './answer-from-tables.js';
import { documentTables } from './document-tables.js';
import { runTableQuery } from './run-table-query.js';
import { tableChunks } from './table-source.js';

describe('KB-12 tables found in a stored text', () => {
  it('takes sheets as tables, with a title above the header and totals marked', async () => {
    const rows = [
      ['Costs of 2025', null, null],
      ['Item', 'Bought', 'Cost'],
      ['Pump', new Date('2025-03-04'), 12.5],
      ['Sail | rope', new Date('2025-04-01'), 7],
      ['Total', null, 19.5],
    ];
    const bytes = await writeXlsx({ sheets: [{ name: 'Spring', rows }] });
    const { text } = await parseDocument({ name: 'costs.xlsx', bytes });
    const [table] = await documentTables(text);
    expect(table?.name).toBe('Spring');
    expect(table?.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['Item', 'text'],
      ['Bought', 'date'],
      ['Cost', 'number'],
    ]);
    expect(table?.rows.map(({ cells, isTotal }) => [cells[0], isTotal])).toEqual([
      ['Pump', false],
      ['Sail | rope', false],
      ['Total', true],
    ]);
  });

  it('names the document that a result was made from, and where in it the rows are', async () => {
    const text =
      '# Hives\n\n| Hive | Site | Honey kg |\n|---|---|---|\n| 1 | Heath | 12 |\n| 2 | Wood | 9 |\n| 3 | Wood | 7 |\n| 4 | Heath | 3 |';
    const [table] = await documentTables(text);
    const query = {
      where: [{ column: 'Site', is: '=' as const, value: 'Wood' }],
      calculate: [{ what: 'sum' as const, of: 'Honey kg' }],
    };
    const [chunk] = tableChunks({
      document: { id: 'hives', title: 'Hives', name: 'hives.xlsx' },
      table: table!,
      query,
      result: await runTableQuery(table!, query),
    });
    expect(originItemId(chunk!.itemId)).toBe('hives');
    const { start, end } = originSpan(chunk!.itemId)!;
    expect(text.slice(start, end)).toBe('| 2 | Wood | 9 |\n| 3 | Wood | 7 |');
  });

  it('takes lists of records in a JSON file as tables', async () => {
    const members = [
      { name: 'Ana Lima', unit_fee: 0, tags: ['crew', 'cook'], home: { town: 'Faro' } },
      { name: 'Jo Reis', unit_fee: 12.5, tags: [], home: null },
      { name: 'Rui Costa', unit_fee: 8 },
    ];
    const tables = await documentTables(JSON.stringify({ made: '2026-01-01', club: { members } }));
    expect(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      ['members', ['name', 'unit fee', 'tags']],
    ]);
    const document = { id: 'a', title: 'Club', name: 'club.json' };
    const rows = async (question: string) =>
      (await answerQuestion(question, [{ document, tables }]))?.result.rows;
    expect(await rows('How many members have a fee?')).toEqual([['2']]);
    expect((await rows('Which members have no fee?'))?.map(([name]) => name)).toEqual(['Ana Lima']);
    expect(await documentTables('{"no": "list"}')).toEqual([]);
    expect(await documentTables('[a note]\n\n| Name | Fee |\n|---|---|\n| Ana | 3 |')).toHaveLength(1);
  });

  it('gives back every cell of any table, whatever it holds', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((text) => `${text.replaceAll(/\s+/gu, ' ').trim()}x`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), async (body) => {
        const text = `Before\n\n${renderTable([['Name', 'Note'], ...body])}\n\nAfter`;
        const [table] = await documentTables(text);
        expect(table?.rows.map(({ cells }) => cells.length)).toEqual(body.map(() => 2));
      }),
    );
  });

  it('reads numbers as they are written', () => {
    const written: [string, boolean, number | null][] = [
      ['1,234.5', false, 1234.5],
      ['1.234,5', true, 1234.5],
      ['€1,200', false, 1200],
      ['(30)', false, -30],
      ['-$5', false, -5],
      ['12 %', false, 12],
      ["1'000", false, 1000],
      ['1.5e3', false, 1500],
      ['007', false, null],
      ['12-34', false, null],
      ['n/a', false, null],
      ['1,5', false, 1.5],
      ['', false, null],
    ];
    for (const [cell, isComma, value] of written)
      expect([cell, cellNumber(cell, isComma)?.value ?? null]).toEqual([cell, value]);
    expect(writesCommaDecimals(['1,50', '2,75'])).toBe(true);
    expect(writesCommaDecimals(['1,500', '2,750'])).toBe(false);
    expect(
      [
        '04.05.2026',
        '2026-05-04',
        '4 May 2026',
        'May 4, 2026',
        '13/05/2026',
        '03/04/2026',
        '31 Blah 2026',
      ].map(cellDate),
    ).toEqual(['2026-05-04', '2026-05-04', '2026-05-04', '2026-05-04', '2026-05-13', null, null]);
  });

  it('sums, averages and groups as the numbers themselves do', async () => {
    const row = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: -1_000, max: 1_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (body) => {
        const cells = body.map(([name, value]) => [name, String(value)]);
        const [table] = await documentTables(renderTable([['Name', 'Size'], ...cells]));
        if (!table) throw new Error('no table');
        const total = await runTableQuery(table, {
          calculate: [{ what: 'sum', of: 'Size * 2' }, { what: 'count' }],
        });
        const sum = body.reduce((all, [, value]) => all + 2 * value, 0);
        expect(total.rows).toEqual([[String(sum), String(body.length)]]);
        const grouped = await runTableQuery(table, {
          group_by: ['Name'],
          calculate: [{ what: 'sum', of: 'Size' }],
        });
        expect(grouped.rows.reduce((all, [, value]) => all + Number(value), 0) * 2).toBe(sum);
        expect(grouped.from.flatMap(({ rows }) => rows)).toHaveLength(body.length);
        const above = await runTableQuery(table, { where: [{ column: 'size', is: '>', value: 10 }] });
        expect(above.total).toBe(body.filter(([, value]) => value > 10).length);
      }),
    );
  });
});
