import { strToU8, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../tables/answer-from-tables.js';
import { documentTables } from '../tables/document-tables.js';
import type { Merge } from './merged-cells.js';
import { parseDocument } from './parse-document.js';

function table(...rows: string[]): string {
  const [header = '', ...body] = rows;
  return [header, `|${'---|'.repeat(header.split(' | ').length)}`, ...body].join('\n');
}

/** Start row and column, end row and column. */
function merged(...places: number[][]): Merge[] {
  return places.map(([startRow = 0, startCol = 0, endRow = 0, endCol = 0]) => ({
    startRow,
    startCol,
    endRow,
    endCol,
  }));
}

function presentation(content: string): Uint8Array {
  const relation = (target: string) =>
    strToU8(`<Relationships><Relationship Id="r1" Target="${target}"/></Relationships>`);
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'ppt/presentation.xml': strToU8('<p:presentation><p:sldId r:id="r1"/></p:presentation>'),
    'ppt/_rels/presentation.xml.rels': relation('slides/slide1.xml'),
    'ppt/slides/slide1.xml': strToU8(`<p:sld>${content}</p:sld>`),
  });
}

describe('KB-12 merged cells', () => {
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
    const mergedInto = (row: number, column: number) =>
      ranges.find(
        ({ startRow, startCol, endRow, endCol }) =>
          startRow <= row && row <= endRow && startCol <= column && column <= endCol,
      );
    const cellAt = (row: number, column: number) => {
      const merge = mergedInto(row, column);
      if (!merge) return `<td>${rows[row]?.[column]}</td>`;
      if (merge.startRow !== row || merge.startCol !== column) return '';
      const [tall, wide] = [merge.endRow - row + 1, merge.endCol - column + 1];
      return `<td rowspan="${tall}" colspan="${wide}">${rows[row]?.[column]}</td>`;
    };
    const lines = rows.map((row, at) => `<tr>${row.map((_, column) => cellAt(at, column)).join('')}</tr>`);
    const html = Buffer.from(`<h1>Fruit</h1><table>${lines.slice(1).join('')}</table>`);
    const tallWide = rows.map((row, at) =>
      row.map((text, column) => {
        const merge = mergedInto(at, column);
        if (!merge) return { text, pptx: '', rtf: '' };
        const isTop = merge.startRow === at;
        const isLeft = merge.startCol === column;
        const [tall, wide] = [merge.endRow - merge.startRow + 1, merge.endCol - merge.startCol + 1];
        const spans = `${wide > 1 ? ` gridSpan="${wide}"` : ''}${tall > 1 ? ` rowSpan="${tall}"` : ''}`;
        return {
          text,
          pptx: isTop && isLeft ? spans : `${isLeft ? '' : ' hMerge="1"'}${isTop ? '' : ' vMerge="1"'}`,
          rtf: `${wide > 1 ? (isLeft ? '\\clmgf' : '\\clmrg') : ''}${tall > 1 ? (isTop ? '\\clvmgf' : '\\clvmrg') : ''}`,
        };
      }),
    );
    const body = tallWide.slice(1);
    const rtf = body.map(
      (row) =>
        `\\trowd${row.map((cell, at) => `${cell.rtf}\\cellx${at + 1}`).join('')}\\pard\\intbl ${row.map((cell) => `${cell.text.replace('€', '\\u8364?')}\\cell `).join('')}\\row`,
    );
    const slide = body.map(
      (row) =>
        `<a:tr>${row.map((cell) => `<a:tc${cell.pptx}><a:txBody><a:p><a:r><a:t>${cell.text}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
    );
    for (const { name, bytes, maxCharacters = 100_000 } of [
      { name: 'fruit.xlsx', bytes: xlsx },
      // Streamed row by row.
      { name: 'fruit.xlsx', bytes: xlsx, maxCharacters: 1_000 },
      { name: 'fruit.html', bytes: html },
      { name: 'fruit.rtf', bytes: Buffer.from(`{\\rtf1 ${rtf.join('\n')}}`, 'latin1') },
      { name: 'fruit.pptx', bytes: presentation(`<a:tbl>${slide.join('')}</a:tbl>`) },
    ]) {
      const { text } = await parseDocument({ name, bytes, limits: { maxCharacters } });
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
    const tours = [
      ['Month', 'Day', 'Boat', 'Seats', 'Fuel l'],
      ['May', '9 May', 'Gull', '12', '40'],
      ['', '', 'Tern', '8', ''],
      ['', '23 May', 'Gull', '12', '35'],
      ['', '', 'Tern', '8', ''],
    ];
    // A date is a label, even if a longer one starts in the same row; an amount is not.
    const places = [
      [1, 0, 4, 0],
      [1, 1, 2, 1],
      [3, 1, 4, 1],
      [1, 4, 2, 4],
      [3, 4, 4, 4],
    ];
    expect(await read(await sheet(tours, ...places))).toBe(
      table(
        '| Month | Day | Boat | Seats | Fuel l |',
        '| May | 9 May | Gull | 12 | 40 |',
        '| May | 9 May | Tern | 8 |  |',
        '| May | 23 May | Gull | 12 | 35 |',
        '| May | 23 May | Tern | 8 |  |',
      ),
    );
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
