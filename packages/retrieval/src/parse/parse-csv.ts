import { detectDelimiter } from 'hucre/csv';
import { cleanText } from './clean-text.js';
import { decodePieces } from './decode-text.js';
import { DocumentBuilder } from './document-builder.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { readCsv } from './read-csv.js';
import { titleFromName } from './title-from-name.js';
import { writeLongTable } from './write-long-table.js';

/** One table. The delimiter is detected from the content. Values stay as written: `007` is not a number. */
export async function parseCsv(input: ParseInput): Promise<ParsedDocument> {
  const builder = new DocumentBuilder(input.limits);
  const rows = readCsv(cleanPieces(input.bytes), delimiterOf(input));
  const tableRows = await writeLongTable({ builder, rows, input });
  const document = builder.finish({ title: titleFromName(input.name), mediaType: 'text/csv' });
  return tableRows ? { ...document, tableRows } : document;
}

function delimiterOf({ bytes, name }: ParseInput): string {
  if (/\.tsv$/i.test(name)) return '\t';
  const [first = ''] = cleanPieces(bytes);
  return detectDelimiter(first.slice(0, 20_000));
}

function* cleanPieces(bytes: Uint8Array): Generator<string> {
  for (const piece of decodePieces(bytes)) yield cleanText(piece);
}
