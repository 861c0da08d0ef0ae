import { detectDelimiter } from 'hucre/csv';
import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';
import { DocumentBuilder } from './document-builder.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { readCsv } from './read-csv.js';
import { titleFromName } from './title-from-name.js';

/** One table; the delimiter is found from the content. Values stay as written: `007` is no number here. */
export function parseCsv(input: ParseInput): ParsedDocument {
  const text = cleanText(decodeText(input.bytes).text);
  const delimiter = /\.tsv$/i.test(input.name) ? '\t' : detectDelimiter(text.slice(0, 20_000));
  const rows = readCsv(text, delimiter);
  const builder = new DocumentBuilder(input.limits);
  builder.table(rows);
  return builder.finish({ title: titleFromName(input.name), mediaType: 'text/csv' });
}
