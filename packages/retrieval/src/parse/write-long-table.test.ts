import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';
import { unpackTablePart, type TablePart } from './table-part.js';

const HEADER = ['Order', 'Note', 'Amount'];
// An empty cell must not shift the following ones. Quotation marks and line breaks stay in their cell.
const BODY = Array.from({ length: 2_000 }, (_, index) => [
  `A${index}`,
  index % 7 === 0 ? '' : `Größe "${index}" | x`,
  String(index),
]);
const LINES = BODY.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);

const csv = [HEADER, ...BODY]
  .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
  .join('\r\n');
const xlsx = () =>
  writeXlsx({
    sheets: [
      { name: 'Orders', rows: [HEADER, ...BODY] },
      { name: 'Empty', rows: [] },
      { name: 'Second', rows: [HEADER, ...BODY] },
    ],
  });

async function readAll(file: { name: string; bytes: Uint8Array }) {
  const parts: TablePart[] = [];
  const document = await parseDocument({
    ...file,
    limits: { maxCharacters: 20_000 },
    onRows: (part) => parts.push(part),
  });
  const restOf = (table: number) =>
    parts.filter((part) => part.table === table).flatMap(({ packed }) => unpackTablePart(packed).split('\n'));
  const inText = document.text.split(/^# .*$/mu).map((part) => part.trim().split('\n').slice(2));
  return { document, parts, inText: inText.filter((lines) => lines.length > 0), restOf };
}

describe('KB-12 tables that are too long for the text', () => {
  it.each([
    ['CSV', Buffer.from(csv)],
    ['CSV in Windows-1252', Buffer.from(csv, 'latin1')],
    ['CSV in UTF-16', Buffer.from(csv, 'utf16le')],
  ])('%s: the first rows are text, and all others are handed on in order', async (_, bytes) => {
    const { document, inText, restOf } = await readAll({ name: 'orders.csv', bytes });
    const searchable = inText[0]?.length ?? 0;
    expect([...(inText[0] ?? []), ...restOf(0)]).toEqual(LINES);
    expect(document.tableRows).toEqual({ rows: 2_000, searchable });
    expect(document.text.length).toBeLessThanOrEqual(2_000);
  });

  it('XLSX: each sheet has some rows in the text, and each keeps its own rest', async () => {
    const { document, inText, restOf } = await readAll({ name: 'orders.xlsx', bytes: await xlsx() });
    expect(inText).toHaveLength(2);
    for (const [table, lines] of inText.entries()) expect([...lines, ...restOf(table)]).toEqual(LINES);
    expect(document.tableRows).toEqual({
      rows: 4_000,
      searchable: inText.reduce((sum, lines) => sum + lines.length, 0),
    });
  });

  it('XLSX: a label that is merged over rows stands in each, however far down they are', async () => {
    const label = (index: number) => `Crew ${Math.floor(index / 50)}`;
    const isTotal = (index: number) => index % 50 === 49;
    const rows = BODY.map(([, note = '', amount = ''], index) => [
      index % 50 === 0 ? label(index) : '',
      isTotal(index) ? 'Total' : note,
      amount,
    ]);
    const merges = rows.flatMap((_, index) =>
      index % 50 === 0 ? [{ startRow: index + 1, startCol: 0, endRow: index + 50, endCol: 0 }] : [],
    );
    const bytes = await writeXlsx({
      sheets: [{ name: 'Crews', rows: [['Crew', 'Note', 'Amount'], ...rows], merges }],
    });
    const { inText, restOf } = await readAll({ name: 'crews.xlsx', bytes });
    const lines = [...(inText[0] ?? []), ...restOf(0)];
    expect(lines).toHaveLength(2_000);
    for (const [index, line] of lines.entries())
      expect(line.split(' | ')[0]).toBe(isTotal(index) ? '| ' : `| ${label(index)}`);
  });

  it('refuses it where nobody takes the rows, and where a table never ends', async () => {
    const file = { name: 'orders.csv', bytes: Buffer.from(csv) };
    const limits = { maxCharacters: 20_000 };
    await expect(parseDocument({ ...file, limits })).rejects.toMatchObject({ code: 'too_large' });
    const onRows = () => {};
    await expect(
      parseDocument({ ...file, limits: { ...limits, maxTableCharacters: 30_000 }, onRows }),
    ).rejects.toMatchObject({ code: 'too_large' });
    await expect(
      parseDocument({
        name: 'a.xlsx',
        bytes: await xlsx(),
        limits: { ...limits, maxSheetBytes: 50_000 },
        onRows,
      }),
    ).rejects.toMatchObject({ code: 'unpacks_too_large' });
  });
});
