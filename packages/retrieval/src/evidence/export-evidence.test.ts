import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import {
  evidenceToCsv,
  evidenceToMarkdown,
  evidenceToXlsx,
  type ExportedEvidence,
} from './export-evidence.js';

const table: ExportedEvidence = {
  name: 'Depths: north/south',
  columns: [
    { name: 'Depth', kind: 'number', unit: null },
    { name: '=HYPERLINK("x")', kind: 'text', unit: null },
  ],
  // oxlint-disable-next-line require-await -- a table is read from a database
  async *rows() {
    yield {
      document: '@SUM(A1)',
      cells: [
        {
          value: '-12.5',
          number: -12.5,
          written: '-12.5',
          quote: 'It is 12.5 m, or “deep”.',
          note: 'supported',
        },
        {
          value: '=cmd|x',
          number: null,
          written: null,
          quote: '+1 | 2\nlines',
          note: 'weak: not in these words',
        },
      ],
    };
    yield {
      document: 'Visby',
      cells: [{ value: 'not in the document', number: null, written: null, quote: null, note: '' }, null],
    };
  },
};

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

describe('ANS-1 an evidence table leaves', () => {
  it('as CSV, in which nothing begins like a formula, and a negative number stays one', async () => {
    const csv = await textOf(evidenceToCsv(table));
    const lines = csv.replace('\uFEFF', '').split('\r\n');
    expect(lines[0]).toBe(
      `Document,Depth,Depth: quote,Depth: verdict,"'=HYPERLINK(""x"")","'=HYPERLINK(""x""): quote","'=HYPERLINK(""x""): verdict"`,
    );
    expect(lines[1]).toContain("'@SUM(A1),-12.5,");
    expect(csv).toContain("'=cmd|x");
    expect(csv).toContain('"\'+1 | 2\nlines"');
    expect(lines.at(-2)).toBe('Visby,not in the document,,,,,');
  });

  it('as Markdown, with each quote as a footnote', async () => {
    const text = await textOf(evidenceToMarkdown(table));
    expect(text).toContain('| @SUM(A1) | -12.5 [^1] | =cmd\\|x [^2] |');
    expect(text).toContain('[^2]: @SUM(A1): “+1 \\| 2 lines” (weak: not in these words)');
    expect(text).toContain('| Visby | not in the document |  |');
  });

  it('as a spreadsheet, with numbers as numbers and quotes as notes', async () => {
    const { sheets } = await readXlsx(await evidenceToXlsx(table, { owner: 'ada' }));
    const [sheet] = sheets;
    expect(sheet?.name).toBe('Depths  north south');
    expect(sheet?.rows[1]).toEqual(['@SUM(A1)', -12.5, '=cmd|x']);
    const notes = [...(sheet?.cells?.entries() ?? [])].flatMap(([place, { comment, formula }]) => {
      expect(formula).toBeUndefined();
      return comment ? [[place, comment.text]] : [];
    });
    expect(notes).toEqual([
      ['1,1', '“It is 12.5 m, or “deep”.”\nsupported'],
      ['1,2', '“+1 | 2\nlines”\nweak: not in these words'],
    ]);
  });

  it('as a spreadsheet that shows on paper too which values are to be checked', async () => {
    const cell = (value: string, note: string) => ({
      value,
      number: Number(value),
      written: value,
      quote: null,
      note,
      isUnsure: note.startsWith('weak'),
    });
    const bytes = await evidenceToXlsx(
      {
        name: 'Fees',
        columns: [{ name: 'Fee', kind: 'number', unit: 'EUR' }],
        // oxlint-disable-next-line require-await -- a table is read from a database
        async *rows() {
          yield { document: 'Kiln', cells: [cell('240', 'supported')] };
          yield { document: 'Loom', cells: [cell('310', 'weak: The passage does not have “yearly”.')] };
        },
      },
      { owner: 'ada' },
    );
    const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets;
    expect(sheet?.rows).toEqual([
      ['Document', 'Fee (EUR)', 'To check'],
      ['Kiln', 240, null],
      ['Loom', 310, 'Fee (EUR): weak: The passage does not have “yearly”.'],
    ]);
    expect(sheet?.cells?.get('2,1')?.style?.fill).toMatchObject({ pattern: 'solid' });
    expect(sheet?.cells?.get('1,1')?.style?.fill).not.toMatchObject({ pattern: 'solid' });
  });

  it('OPS-3 as a spreadsheet that keeps nobody waiting while it is written', async () => {
    const columns = Array.from({ length: 10 }, (_, column) => ({
      name: `Column ${column}`,
      kind: 'text' as const,
      unit: null,
    }));
    const cell = { value: 'some', number: null, written: null, quote: 'It is some.', note: 'supported' };
    const large = {
      name: 'Large',
      columns,
      // oxlint-disable-next-line require-await -- a table is read from a database
      async *rows() {
        for (let row = 0; row < 1_000; row += 1)
          yield { document: `Document ${row}`, cells: columns.map(() => cell) };
      },
    };
    // Warm up: the first run also loads code.
    await evidenceToXlsx(large, { owner: 'ada' });
    const before = performance.eventLoopUtilization();
    const bytes = await evidenceToXlsx(large, { owner: 'ada' });
    // In the main thread, it would be busy nearly all the time.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
    expect((await readXlsx(bytes)).sheets[0]?.rows).toHaveLength(1_001);
  });

  it('as a spreadsheet that opens, whatever characters a document has', async () => {
    const odd = '\u0000 \u000c \ufffe \ud800 <&>';
    const bytes = await evidenceToXlsx(
      {
        name: `T${odd}`,
        columns: [{ name: odd, kind: 'text', unit: null }],
        // oxlint-disable-next-line require-await -- a table is read from a database
        async *rows() {
          yield {
            document: odd,
            cells: [{ value: odd, number: null, written: null, quote: odd, note: odd }],
          };
        },
      },
      { owner: 'ada' },
    );
    for (const part of Object.values(unzipSync(bytes)))
      // oxlint-disable-next-line no-control-regex -- characters that XML cannot contain
      expect(strFromU8(part)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u);
    const { sheets } = await readXlsx(bytes);
    expect(sheets[0]?.rows[1]?.[0]).toBe('␀ ␌ \ufffd \ufffd <&>');
  });

  it('as a spreadsheet that can be added up: amounts in the unit of the column, and dates as dates', async () => {
    const cell = (value: string, number: number | null, written: string) => ({
      value,
      number,
      written,
      quote: null,
      note: '',
    });
    const fees: ExportedEvidence = {
      name: 'Fees',
      columns: [
        { name: 'Fee', kind: 'number', unit: 'EUR' },
        { name: 'Start', kind: 'date', unit: null },
        { name: 'Length', kind: 'number', unit: null },
      ],
      // oxlint-disable-next-line require-await -- a table is read from a database
      async *rows() {
        yield {
          document: 'Roof',
          cells: [
            cell('2400 EUR', 2400, '2.4 thousand euros'),
            cell('2024-04-01', null, '1 April 2024'),
            cell('42 m', 42, '42 m'),
          ],
        };
        yield {
          document: 'Wall',
          cells: [
            cell('at least 900 euros', 900, 'at least 900 euros'),
            cell('2024-04', null, 'April 2024'),
            null,
          ],
        };
      },
    };
    const [sheet] = (await readXlsx(await evidenceToXlsx(fees, { owner: 'ada' }))).sheets;
    expect(sheet?.rows[1]?.slice(0, 2)).toEqual(['Roof', 2400]);
    expect(sheet?.rows[1]?.[2]).toEqual(new Date('2024-04-01T00:00:00Z'));
    expect(sheet?.rows[1]?.[3]).toBe('42 m');
    expect(sheet?.rows[2]?.slice(0, 3)).toEqual(['Wall', 'at least 900 euros', '2024-04']);
    const notes = [...(sheet?.cells?.values() ?? [])].flatMap(({ comment }) => comment?.text ?? []);
    expect(notes).toEqual(['Written: 2.4 thousand euros', 'Written: 1 April 2024']);
  });
});
