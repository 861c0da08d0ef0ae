import { readXlsx, streamXlsxRows, type CellValue, type Sheet } from 'hucre/xlsx';
import { zipSync } from 'fflate';
import { DocumentBuilder } from './document-builder.js';
import { parseXml } from './dom.js';
import { fillLongMerged } from './fill-long-merged.js';
import { fillMerged, type Merge } from './merged-cells.js';
import { officeProperties } from './office-properties.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';
import { writeLongTable, type LongTable } from './write-long-table.js';
import { writeSheet } from './write-sheet.js';
import { sheetParts, XlsxMerges } from './xlsx-merges.js';
import { ZipArchive } from './zip-archive.js';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Sheets with more bytes of XML than this per allowed character are streamed row by row, because as objects they take
 * ten times as much.
 */
const BYTES_PER_CHARACTER = 1.2;
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;
const PART = /\.(xml|rels)$/i;

/** Each sheet becomes a heading and a table of the last calculated values. */
export async function parseXlsx(input: ParseInput): Promise<ParsedDocument> {
  const archive = new ZipArchive(input);
  const builder = new DocumentBuilder(input.limits);
  const tableRows = isLong(archive, input)
    ? await writeLongSheets(archive, builder, input)
    : await writeSheets(archive, builder);
  const { title, metadata } = officeProperties(archive);
  const document = builder.finish({ title: title || titleFromName(input.name), mediaType: XLSX, metadata });
  return tableRows ? { ...document, tableRows } : document;
}

/** By the sizes the archive states. Unpacked bytes are counted anyway. */
function isLong(archive: ZipArchive, { limits }: ParseInput): boolean {
  const sheets = archive.names.filter((name) => SHEET.test(name));
  return (
    sheets.reduce((sum, name) => sum + archive.statedSize(name), 0) >
    limits.maxCharacters * BYTES_PER_CHARACTER
  );
}

async function writeSheets(archive: ZipArchive, builder: DocumentBuilder): Promise<null> {
  for (const sheet of await readSheets(archive)) {
    if (sheet.rows.length === 0) continue;
    builder.heading(1, sheet.name);
    const rows = sheet.rows.map((row) => row.map(cellText));
    writeSheet(fillMerged(rows, sheet.merges ?? []), builder);
  }
  return null;
}

/** The library gets a copy of parts that were checked while unpacking, without pictures. */
async function readSheets(archive: ZipArchive): Promise<Pick<Sheet, 'name' | 'rows' | 'merges'>[]> {
  const checked: Record<string, Uint8Array> = {};
  for (const name of archive.names) {
    if (!PART.test(name)) continue;
    const part = archive.read(name);
    if (part) checked[name] = part;
  }
  try {
    const workbook = await readXlsx(zipSync(checked, { level: 0 }));
    return workbook.sheets;
  } catch (error) {
    throw damaged(error);
  }
}

/** Here the library unpacks by itself, so everything is first unpacked without being kept, to count it. */
async function writeLongSheets(
  archive: ZipArchive,
  builder: DocumentBuilder,
  input: ParseInput,
): Promise<LongTable | null> {
  const sheetLimits = { ...input.limits, maxUnpackedBytes: input.limits.maxSheetBytes };
  const ofSheets = { bytes: 0 };
  const merged = new Map<string, XlsxMerges>();
  for (const name of archive.names) {
    if (SHEET.test(name)) {
      const found = new XlsxMerges();
      archive.measure(name, {
        limits: sheetLimits,
        unpacked: ofSheets,
        onPart: (part) => found.take(part),
      });
      merged.set(name, found);
    } else if (PART.test(name)) archive.measure(name);
  }
  const all: LongTable = { rows: 0, searchable: 0 };
  const parts = sheetParts(archive);
  for (const [index, name] of sheetNames(archive).entries()) {
    const { merges = [] } = merged.get(parts[index] ?? '') ?? {};
    const rows = sheetRows(input.bytes, { sheet: index, merges });
    const first = await rows.next();
    if (first.done) continue;
    builder.heading(1, name);
    const written = await writeLongTable({ builder, rows: startingWith(first.value, rows), input });
    all.rows += written?.rows ?? 0;
    all.searchable += written?.searchable ?? 0;
  }
  return all.rows > 0 ? all : null;
}

function sheetNames(archive: ZipArchive): string[] {
  const workbook = parseXml(archive.readText('xl/workbook.xml') ?? '');
  const sheets = [...workbook.getElementsByTagName('sheet')];
  return sheets.map((sheet) => sheet.getAttribute('name') ?? '');
}

async function* sheetRows(
  bytes: Uint8Array,
  { sheet, merges }: { sheet: number; merges: readonly Merge[] },
): AsyncGenerator<readonly string[]> {
  try {
    const rows = indexedRows(bytes, sheet);
    if (merges.length > 0) yield* fillLongMerged(rows, merges);
    else for await (const { cells } of rows) yield cells;
  } catch (error) {
    if (error instanceof ParseError) throw error;
    throw damaged(error);
  }
}

async function* indexedRows(
  bytes: Uint8Array,
  sheet: number,
): AsyncGenerator<{ index: number; cells: string[] }> {
  for await (const { index, values } of streamXlsxRows(bytes, { sheet }))
    yield { index, cells: values.map(cellText) };
}

async function* startingWith<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

function damaged(cause: unknown): ParseError {
  return new ParseError('damaged', 'The file is damaged: it cannot be read as a spreadsheet.', { cause });
}

export function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    return value.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
