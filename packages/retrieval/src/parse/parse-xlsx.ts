import { readXlsx, type CellValue } from 'hucre/xlsx';
import { zipSync } from 'fflate';
import { DocumentBuilder } from './document-builder.js';
import { officeProperties } from './office-properties.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';
import { ZipArchive } from './zip-archive.js';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Each sheet is a heading and a table of the values as they were last calculated. */
export async function parseXlsx(input: ParseInput): Promise<ParsedDocument> {
  const archive = new ZipArchive(input);
  const builder = new DocumentBuilder(input.limits);
  for (const sheet of await readSheets(archive)) {
    if (sheet.rows.length === 0) continue;
    builder.heading(1, sheet.name);
    builder.table(sheet.rows.map((row) => row.map(cellText)));
  }
  const { title, metadata } = officeProperties(archive);
  return builder.finish({ title: title || titleFromName(input.name), mediaType: XLSX, metadata });
}

/** The library gets a copy of parts that were checked while unpacking, without pictures. */
async function readSheets(archive: ZipArchive): Promise<{ name: string; rows: CellValue[][] }[]> {
  const checked: Record<string, Uint8Array> = {};
  for (const name of archive.names) {
    if (!/\.(xml|rels)$/i.test(name)) continue;
    const part = archive.read(name);
    if (part) checked[name] = part;
  }
  try {
    const workbook = await readXlsx(zipSync(checked, { level: 0 }));
    return workbook.sheets.map(({ name, rows }) => ({ name, rows }));
  } catch (error) {
    throw new ParseError('damaged', 'The file is damaged: it cannot be read as a spreadsheet.', {
      cause: error,
    });
  }
}

export function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    return value.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
