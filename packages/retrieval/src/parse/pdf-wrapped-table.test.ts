import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';

const SIZE = 10;
/** Width of a letter in Courier. */
const WIDTH = 0.6 * SIZE;
const LINE = 1.25 * SIZE;

interface Placed {
  text: string;
  x: number;
  y: number;
}

/** A page with these words at their positions. The parser finds the objects without a cross-reference table. */
function pdfOf(placed: readonly Placed[]): Buffer {
  const content = placed
    .map(
      ({ text, x, y }) =>
        `BT /F1 ${SIZE} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[()]/gu, '\\$&')}) Tj ET`,
    )
    .join('\n');
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
      '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj',
      '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 900 1400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj',
      `4 0 obj <</Length ${content.length}>> stream\n${content}\nendstream endobj`,
      '5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Courier>> endobj',
      'trailer <</Root 1 0 R>>',
    ].join('\n'),
  );
}

interface Layout {
  rows: string[][][];
  isRight: boolean[];
  /** Vertical alignment of a cell in a taller row. */
  place: 'top' | 'middle' | 'bottom';
  order: 'cells' | 'lines';
}

function tablePage({ rows, isRight, place, order }: Layout): Placed[] {
  const widths = isRight.map((_, column) =>
    Math.max(...rows.flatMap((row) => row[column]!.map((line) => line.length * WIDTH))),
  );
  const placed: Placed[] = [
    { text: 'These are the prices of the hall for the whole of the coming year.', x: 50, y: 1330 },
  ];
  let top = 1290;
  for (const row of rows) {
    const most = Math.max(...row.map((lines) => lines.length));
    let x = 50;
    for (const [column, lines] of row.entries()) {
      const free = (most - lines.length) * LINE;
      const down = place === 'top' ? 0 : place === 'bottom' ? free : free / 2;
      for (const [index, text] of lines.entries()) {
        const indent = isRight[column] ? widths[column]! - text.length * WIDTH : 0;
        placed.push({ text, x: x + indent, y: top - down - index * LINE });
      }
      x += widths[column]! + 1.2 * SIZE;
    }
    top -= most * LINE + 0.9 * SIZE;
  }
  placed.push({
    text: 'The minimum hire is two hours, and one hour for the upper room.',
    x: 50,
    y: top - 30,
  });
  return order === 'cells' ? placed : placed.toSorted((left, right) => right.y - left.y || left.x - right.x);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'd', 'e', 'r', 't'), minLength: 3, maxLength: 7 });
const words = fc.array(word, { minLength: 1, maxLength: 3 });
const figure = fc.integer({ min: 10, max: 99_999 }).map((value) => [value.toLocaleString('en')]);

const layout = fc
  .record({ columns: fc.integer({ min: 2, max: 6 }), count: fc.integer({ min: 3, max: 7 }) })
  .chain(({ columns, count }) =>
    fc.record({
      isRight: fc
        .array(fc.boolean(), { minLength: columns - 1, maxLength: columns - 1 })
        .map((others) => [false, ...others]),
      header: fc.array(words, { minLength: columns, maxLength: columns }),
      names: fc.array(fc.array(words, { minLength: columns, maxLength: columns }), {
        minLength: count,
        maxLength: count,
      }),
      figures: fc.array(fc.array(figure, { minLength: columns, maxLength: columns }), {
        minLength: count,
        maxLength: count,
      }),
      how: fc.constantFrom(
        { place: 'top', order: 'cells' } as const,
        { place: 'middle', order: 'cells' } as const,
        { place: 'bottom', order: 'cells' } as const,
        { place: 'top', order: 'lines' } as const,
      ),
    }),
  )
  .map(({ isRight, header, names, figures, how }) => ({
    ...how,
    isRight,
    // Right-aligned columns contain numbers.
    rows: [
      header,
      ...names.map((row, place) =>
        row.map((cell, column) => (isRight[column] ? figures[place]![column]! : cell)),
      ),
    ],
  }));

/** Written line by line, a row can be distinguished from two only by a cell that does not wrap. */
const readable = layout.map((table) =>
  table.order === 'cells'
    ? table
    : { ...table, rows: table.rows.map((row) => [...row.slice(0, -1), row.at(-1)!.slice(0, 1)]) },
);

async function read(placed: readonly Placed[]): Promise<string> {
  return (await parseDocument({ name: 'a.pdf', bytes: pdfOf(placed) })).text;
}

describe('KB-1 tables of a PDF with cells of several lines', () => {
  it('gives back every cell of every row, the header first, and no other line', async () => {
    await fc.assert(
      fc.asyncProperty(
        readable.filter(({ rows }) => rows.flat().some((lines) => lines.length > 1)),
        async (table) => {
          const text = await read(tablePage(table));
          const found = text.split('\n').filter((line) => line.startsWith('| '));
          expect(found).toEqual(
            table.rows.map((row) => `| ${row.map((lines) => lines.join(' ')).join(' | ')} |`),
          );
          expect(text).toMatch(/^These are the prices[^|]*\n\n\|[^]*\|\n\nThe minimum hire[^|]*$/u);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('leaves lists, clauses and prose in columns as they are', async () => {
    const lines = (texts: readonly string[], x: number, top: number) =>
      texts.map((text, index) => ({ text, x, y: top - index * LINE }));
    const clauses = Array.from({ length: 5 }, (_, index) => [
      { text: `${index + 1}.1`, x: 50, y: 1300 - index * 40 },
      ...lines(['The hirer pays the rent', 'on the first day'], 90, 1300 - index * 40),
    ]).flat();
    const prose = Array.from({ length: 20 }, () => 'words of a column that goes on and on');
    const columns = [...lines(prose, 50, 1300), ...lines(prose, 450, 1300)];
    for (const page of [clauses, columns]) expect(await read(page)).not.toContain('|---|');
  });
});
