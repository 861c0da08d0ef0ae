import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { answerQuestion } from '../tables/answer-from-tables.js';
import { documentTables } from '../tables/document-tables.js';
import type { Merge } from './merged-cells.js';
import { parseDocument } from './parse-document.js';
import { unpackTablePart, type TablePart } from './table-part.js';

async function textOf(csv: string): Promise<string> {
  return (await parseDocument({ name: 'sheet.csv', bytes: Buffer.from(csv) })).text;
}

function table(...rows: string[]): string {
  const [header = '', ...body] = rows;
  return [header, `|${'---|'.repeat(header.split(' | ').length)}`, ...body].join('\n');
}

/** From row and column to row and column. */
function merged(...places: number[][]): Merge[] {
  return places.map(([startRow = 0, startCol = 0, endRow = 0, endCol = 0]) => ({
    startRow,
    startCol,
    endRow,
    endCol,
  }));
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

  it('lets a merged cell hold for all that it is merged over, so that sums of a group are whole', async () => {
    const rows = [
      ['Orchard 2025', '', '', '', '', '', ''],
      ['Year', 'Plot', 'Variety', 'Trees', 'Harvest', '', 'Lease €'],
      ['', '', '', '', 'Crates', 'Grade', ''],
      ['2024', 'Mill slope', 'Boskoop', '40', '310', 'A', '500'],
      ['', '', 'Cox', '25', '140', 'B', ''],
      ['', '', 'Subtotal', '65', '450', '', ''],
      ['2025', 'Mill slope', 'Boskoop', '42', '280', 'A', '520'],
      ['', '', 'Cox', '25', '150', 'A', ''],
      ['', 'Lower field', 'Gala', '60', '90', 'C', '300'],
      ['', 'Rented out', '', '', '', '', '80'],
    ];
    const inHeader = [
      [0, 0, 0, 6],
      [1, 0, 2, 0],
      [1, 1, 2, 1],
      [1, 2, 2, 2],
      [1, 3, 2, 3],
      [1, 4, 1, 5],
      [1, 6, 2, 6],
    ];
    const below = [
      [3, 0, 5, 0],
      [3, 1, 5, 1],
      [3, 6, 4, 6],
      [6, 0, 8, 0],
      [6, 1, 7, 1],
      [6, 6, 7, 6],
      [9, 1, 9, 5],
    ];
    const ranges = merged(...inHeader, ...below);
    const values = rows.map((row) => row.map((cell) => (/^\d+$/u.test(cell) ? Number(cell) : cell || null)));
    const xlsx = await writeXlsx({ sheets: [{ name: 'Fruit', rows: values, merges: ranges }] });
    const cellAt = (row: number, column: number) => {
      const merge = ranges.find(
        ({ startRow, startCol, endRow, endCol }) =>
          startRow <= row && row <= endRow && startCol <= column && column <= endCol,
      );
      if (!merge) return `<td>${rows[row]?.[column]}</td>`;
      if (merge.startRow !== row || merge.startCol !== column) return '';
      const [tall, wide] = [merge.endRow - row + 1, merge.endCol - column + 1];
      return `<td rowspan="${tall}" colspan="${wide}">${rows[row]?.[column]}</td>`;
    };
    const lines = rows.map((row, at) => `<tr>${row.map((_, column) => cellAt(at, column)).join('')}</tr>`);
    const html = Buffer.from(`<h1>Fruit</h1><table>${lines.slice(1).join('')}</table>`);
    for (const [name, bytes] of [
      ['fruit.xlsx', xlsx],
      ['fruit.html', html],
    ] as const) {
      const { text } = await parseDocument({ name, bytes });
      expect(text.slice(text.indexOf('|'))).toBe(
        table(
          '| Year | Plot | Variety | Trees | Harvest Crates | Harvest Grade | Lease € |',
          '| 2024 | Mill slope | Boskoop | 40 | 310 | A | 500 |',
          '| 2024 | Mill slope | Cox | 25 | 140 | B |  |',
          '|  |  | Subtotal | 65 | 450 |  |  |',
          '| 2025 | Mill slope | Boskoop | 42 | 280 | A | 520 |',
          '| 2025 | Mill slope | Cox | 25 | 150 | A |  |',
          '| 2025 | Lower field | Gala | 60 | 90 | C | 300 |',
          '|  | Rented out |  |  |  |  | 80 |',
        ),
      );
      const tables = await documentTables(text);
      const answers = [];
      for (const question of [
        'What is the total harvest crates for Mill slope?',
        'How many rows have the year 2025?',
        'What is the total lease?',
      ]) {
        const document = { id: 'a', title: 'Fruit', name };
        const found = await answerQuestion(question, [{ document, tables }]);
        answers.push(found?.result.rows[0]?.at(-1));
      }
      expect(answers).toEqual(['880', '3', '1400']);
    }
  });

  it('keeps values that are merely wide, and groups that are only set apart, as they are', async () => {
    const sheet = (rows: string[][], ...places: number[][]) =>
      writeXlsx({ sheets: [{ name: 'Sheet', rows, merges: merged(...places) }] });
    const read = async (bytes: Uint8Array) => {
      const { text } = await parseDocument({ name: 'a.xlsx', bytes });
      return text.slice(text.indexOf('|'));
    };
    const week = [
      ['Day', 'Early', 'Late', 'Night'],
      ['Mon', 'closed', '', 'Ana'],
      ['Tue', 'Bo', 'Cy', 'Di'],
    ];
    expect(await read(await sheet(week, [1, 1, 1, 2]))).toBe(
      table('| Day | Early | Late | Night |', '| Mon | closed |  | Ana |', '| Tue | Bo | Cy | Di |'),
    );
    const set = [
      ['Deck', 'Cabin', 'Beds'],
      ['Upper', 'U1', '2'],
      ['', 'U2', '4'],
    ];
    expect(await read(await sheet(set))).toContain('|  | U2 | 4 |');
    expect(await read(await sheet(set, [1, 0, 2, 0]))).toContain('| Upper | U2 | 4 |');
    const people = [
      ['Name', 'Contact', ''],
      ['Ana', 'ana@example.org', 'Faro'],
      ['Bo', 'bo@example.org', 'Lagos'],
    ];
    expect(await read(await sheet(people, [0, 1, 0, 2]))).toBe(
      table(
        '| Name | Contact | Contact |',
        '| Ana | ana@example.org | Faro |',
        '| Bo | bo@example.org | Lagos |',
      ),
    );
  });
});
