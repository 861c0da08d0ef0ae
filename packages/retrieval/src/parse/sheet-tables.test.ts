import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { documentTables } from '../tables/document-tables.js';
import { parseDocument } from './parse-document.js';
import { unpackTablePart, type TablePart } from './table-part.js';

async function textOf(csv: string): Promise<string> {
  return (await parseDocument({ name: 'sheet.csv', bytes: Buffer.from(csv) })).text;
}

function table(...rows: string[]): string {
  const [header = '', ...body] = rows;
  return [header, `|${'---|'.repeat(header.split(' | ').length)}`, ...body].join('\n');
}

const TITLES = ['Budget 2025 (approved 21 January 2025)', 'Parish of Wexcombe'];
const HEADER = ['Item', 'Budget 2025 £', 'Actual 2024 £'];

describe('KB-1, KB-12 sheets as people write them', () => {
  it('puts the title above the table, whatever lines it has, and keeps the header as header', async () => {
    const line = fc.constantFrom(TITLES.slice(0, 1), TITLES, [...TITLES, '']);
    const gap = fc.constantFrom<string[][]>([], [['', '', '']], [['']]);
    const cell = fc.integer({ min: 1, max: 99_999 }).map(String);
    const row = fc.tuple(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 8 }),
      cell,
      cell,
    );
    const body = fc.array(
      row.map(([name, left, right]) => [`x${name.trim()}`, left, right]),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(line, gap, body, fc.constantFrom('csv', 'xlsx'), async (titles, empty, rows, kind) => {
        const all = [...titles.map((title) => [title]), ...empty, HEADER, ...rows];
        const bytes =
          kind === 'csv'
            ? Buffer.from(all.map((cells) => cells.join(';')).join('\n'))
            : await writeXlsx({ sheets: [{ name: 'Payments', rows: all }] });
        const { text, blocks } = await parseDocument({ name: `budget.${kind}`, bytes });
        const [paragraph, found] = blocks.slice(kind === 'csv' ? 0 : 1);
        expect(text.slice(paragraph?.start, paragraph?.end)).toBe(titles.filter(Boolean).join('\n'));
        const lines = [HEADER, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
        expect(text.slice(found?.start, found?.end)).toBe(table(...lines));
        const [queried] = await documentTables(text);
        expect(queried?.columns.map(({ name }) => name)).toEqual(HEADER);
        expect(queried?.rows).toHaveLength(rows.length);
      }),
      { numRuns: 40 },
    );
  });

  it('repeats the names of the columns in every part of a long sheet', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => `Item ${index},${index},${index + 1}`);
    const bytes = Buffer.from([`${TITLES[0]},,`, HEADER.join(','), ...rows].join('\n'));
    const chunks = chunkDocument({ document: await parseDocument({ name: 'budget.csv', bytes }) });
    expect(chunks.length).toBeGreaterThan(3);
    for (const { context } of chunks.slice(1)) expect(context).toBe(HEADER.join(' | '));
  });

  it('does so for rows that have no place in the text', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `Item ${index},${index},${index + 1}`);
    const bytes = Buffer.from([`${TITLES[0]},,`, HEADER.join(','), ',£,£', ...rows].join('\n'));
    const parts: TablePart[] = [];
    const { text, tableRows } = await parseDocument({
      name: 'budget.csv',
      bytes,
      limits: { maxCharacters: 20_000 },
      onRows: (part) => parts.push(part),
    });
    expect(
      text.startsWith(`${TITLES[0]}\n\n| ${HEADER.join(' | ')} |\n|---|---|---|\n| Item 0 | 0 | 1 |`),
    ).toBe(true);
    expect(tableRows?.rows).toBe(2_000);
    expect(unpackTablePart(parts[0]!.packed)).toMatch(/\| Item 1999 \| 1999 \| 2000 \|$/u);
  });

  it('takes the units below a header, and the years above it, into the names of the columns', async () => {
    expect(await textOf('Energy,,\nMonth,Power,Cost £\n,kWh,£\nJan,100,20\nFeb,90,18')).toBe(
      `Energy\n\n${table('| Month | Power (kWh) | Cost £ |', '| Jan | 100 | 20 |', '| Feb | 90 | 18 |')}`,
    );
    expect(await textOf(',2025,,2024,\nItem,Budget,Actual,Budget,Actual\nHeat,1,2,3,4\nLight,5,6,7,8')).toBe(
      table(
        '| Item | 2025 Budget | 2025 Actual | 2024 Budget | 2024 Actual |',
        '| Heat | 1 | 2 | 3 | 4 |',
        '| Light | 5 | 6 | 7 | 8 |',
      ),
    );
  });

  it('finds a further table below, under its own title, and a note at the end', async () => {
    const text = await textOf(
      [
        'Budget 2025,,',
        ',,',
        'Receipts,,',
        'Item,Budget,Actual',
        'Giving,100,90',
        ',,',
        'Total,100,90',
        ',,',
        'Payments,,',
        'Purpose,Paid £,Note',
        'Share,50,in two parts',
        'Heat,35,',
        ',,',
        'All figures are from the ledger,,',
      ].join('\n'),
    );
    expect(text).toBe(
      [
        'Budget 2025',
        '## Receipts',
        table('| Item | Budget | Actual |', '| Giving | 100 | 90 |', '| Total | 100 | 90 |'),
        '## Payments',
        table('| Purpose | Paid £ | Note |', '| Share | 50 | in two parts |', '| Heat | 35 |  |'),
        'All figures are from the ledger',
      ].join('\n\n'),
    );
    const tables = await documentTables(text);
    expect(tables.map(({ name, columns }) => [name, columns[1]?.name])).toEqual([
      ['Receipts', 'Budget'],
      ['Payments', 'Paid £'],
    ]);
  });

  it('leaves a table whole that has empty rows, headings between rows, or one column', async () => {
    for (const [csv, rows] of [
      ['Name,Town,Fee\nAna,Faro,3\n\nNorth,open,\nBo,Lagos,4', 4],
      ['Item,Cost\nCrew,\nCook,30\n\nSails,\nJib,20\nMain,40', 6],
      ['a,b\n1,2\n\n3,4', 3],
      ['Members\nAna\nBo', 3],
      ['Date,Donor,Amount\n2025-01-14,Ana,20\n\n2025-02-20,Bo,unpaid\n2025-03-06,Cy,30', 4],
    ] as const) {
      const text = await textOf(csv);
      expect(text.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(rows);
      expect(text).not.toContain('\n\n');
    }
  });
});
