import { allowedInXml } from '@ibid/core/internal';

/**
 * An evidence table on its way out. `rows` is called once for each time that it is gone through, so that a table of any size
 * can be read from where it is kept.
 */
export interface ExportedEvidence {
  name: string;
  columns: readonly string[];
  rows: () => AsyncIterable<{ document: string; cells: readonly (ExportedCell | null)[] }>;
}

/** A cell on its way out. */
export interface ExportedCell {
  value: string;
  number: number | null;
  quote: string | null;
  /** Verdict, and who edited it, in words. */
  note: string;
}

/**
 * Comma-separated, each value with its quote and verdict beside it. What a spreadsheet would take for a formula is put
 * behind an apostrophe.
 */
export async function* evidenceToCsv(table: ExportedEvidence): AsyncGenerator<string> {
  const names = table.columns.flatMap((name) => [name, `${name}: quote`, `${name}: verdict`]);
  yield `\uFEFF${['Document', ...names].map(csvField).join(',')}\r\n`;
  for await (const { document, cells } of table.rows()) {
    const fields = cells.flatMap((cell) => [cell?.value ?? '', cell?.quote ?? '', cell?.note ?? '']);
    yield `${[document, ...fields].map(csvField).join(',')}\r\n`;
  }
}

const NUMBER = /^[-+]?\d[\d,.]*%?$/u;

function csvField(text: string): string {
  const isFormula = /^\s*[=+\-@\t\r|]/u.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A Markdown table, with the quotes as footnotes below it. */
export async function* evidenceToMarkdown(table: ExportedEvidence): AsyncGenerator<string> {
  yield `# ${markdownField(table.name)}\n\n`;
  yield `| ${['Document', ...table.columns].map(markdownField).join(' | ')} |\n`;
  yield `|${' --- |'.repeat(table.columns.length + 1)}\n`;
  let number = 0;
  for await (const { document, cells } of table.rows()) {
    const fields = cells.map((cell) =>
      cell === null ? '' : `${markdownField(cell.value)}${cell.quote === null ? '' : ` [^${(number += 1)}]`}`,
    );
    yield `| ${[markdownField(document), ...fields].join(' | ')} |\n`;
  }
  number = 0;
  for await (const { document, cells } of table.rows())
    for (const cell of cells)
      if (cell !== null && cell.quote !== null)
        yield `\n[^${(number += 1)}]: ${markdownField(document)}: “${markdownField(cell.quote)}” (${markdownField(cell.note)})\n`;
}

function markdownField(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\\|[\]<>*_`]/gu, String.raw`\$&`)
    .trim();
}

const WIDEST = 60;
/** What a spreadsheet takes as one note. */
const LONGEST_NOTE = 2_000;

/** A spreadsheet: values in the cells, numbers as numbers where they have no unit of their own, quotes and verdicts as notes. */
export async function evidenceToXlsx(table: ExportedEvidence): Promise<Uint8Array> {
  const header = ['Document', ...table.columns].map(allowedInXml);
  const rows: (string | number | null)[][] = [header];
  const cells = new Map<string, { comment: { author: string; text: string } }>();
  for await (const row of table.rows()) {
    for (const [index, cell] of row.cells.entries()) {
      if (cell === null) continue;
      const note = cell.quote === null ? cell.note : `“${cell.quote}”\n${cell.note}`;
      if (note === '') continue;
      cells.set(`${rows.length},${index + 1}`, {
        comment: { author: 'Ibid', text: allowedInXml(note.slice(0, LONGEST_NOTE)) },
      });
    }
    rows.push([
      allowedInXml(row.document),
      ...row.cells.map((cell) => (cell === null ? null : cellValue(cell))),
    ]);
  }
  const name =
    allowedInXml(table.name)
      .replaceAll(/[\\/?*:[\]]/gu, ' ')
      .trim()
      .slice(0, 31) || 'Evidence';
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({
    sheets: [
      {
        name,
        columns: header.map((title) => ({ width: Math.min(WIDEST, Math.max(16, title.length + 2)) })),
        rows,
        cells,
        freezePane: { rows: 1, columns: 1 },
      },
    ],
  });
}

function cellValue({ value, number }: ExportedCell): string | number {
  return number !== null && NUMBER.test(value) && !value.endsWith('%') ? number : allowedInXml(value);
}
