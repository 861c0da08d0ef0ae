import { detectType, type DocumentType } from './detect-type.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import { ScannedPages } from './scanned-pages.js';
import { dateInName, statedDate } from './stated-date.js';
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from './parse-limits.js';
import type { ParsedDocument } from './parsed-document.js';
import type { TablePart } from './table-part.js';
import { boundDocument } from './text-limits.js';
import type { Unpacked } from './unpack-bounded.js';

/** A file to read; its name only helps to tell what it is. */
export interface ParseDocumentOptions {
  bytes: Uint8Array;
  /** File name with extension. */
  name: string;
  limits?: Partial<ParseLimits>;
  /** Address a page was read from: its links are then kept, as absolute addresses. */
  baseUrl?: string | undefined;
  /** KB-9: pages that were read from their pictures. Absent: there is no OCR. */
  recognised?: ReadonlyMap<number, Uint8Array> | undefined;
  /** KB-12: takes the rows of sheets that do not fit into the text. Absent: such a sheet is too large. */
  onRows?: ((part: TablePart) => void) | undefined;
}

/** An e-mail in an e-mail in an archive is read; what lies deeper is named. */
const DEEPEST = 3;

type Parser = (input: ParseInput) => ParsedDocument | Promise<ParsedDocument>;

interface Reader {
  /** What people write and read: it may state its date. A message has its own date, and rows of a table have theirs. */
  isProse: boolean;
  load: () => Promise<Parser>;
}

// Loaded when first needed: a program that only searches should not wait for a PDF reader.
const PARSERS: Record<DocumentType, Reader> = {
  text: { isProse: true, load: async () => (await import('./parse-text.js')).parseText },
  markdown: { isProse: true, load: async () => (await import('./parse-markdown.js')).parseMarkdown },
  html: { isProse: true, load: async () => (await import('./parse-html.js')).parseHtml },
  pdf: { isProse: true, load: async () => (await import('./parse-pdf.js')).parsePdf },
  picture: { isProse: false, load: async () => (await import('./parse-picture.js')).parsePicture },
  docx: { isProse: true, load: async () => (await import('./parse-docx.js')).parseDocx },
  pptx: { isProse: false, load: async () => (await import('./parse-pptx.js')).parsePptx },
  xlsx: { isProse: false, load: async () => (await import('./parse-xlsx.js')).parseXlsx },
  epub: { isProse: false, load: async () => (await import('./parse-epub.js')).parseEpub },
  csv: { isProse: false, load: async () => (await import('./parse-csv.js')).parseCsv },
  json: { isProse: false, load: async () => (await import('./parse-json.js')).parseJson },
  jsonl: { isProse: false, load: async () => (await import('./parse-json.js')).parseJsonLines },
  code: { isProse: false, load: async () => (await import('./parse-code.js')).parseCode },
  email: { isProse: false, load: async () => (await import('./parse-email.js')).parseEmail },
  opendocument: {
    isProse: true,
    load: async () => (await import('./parse-opendocument.js')).parseOpenDocument,
  },
  rtf: { isProse: true, load: async () => (await import('./parse-rtf.js')).parseRtf },
  latex: { isProse: false, load: async () => (await import('./parse-latex.js')).parseLatex },
  mbox: { isProse: false, load: async () => (await import('./parse-mbox.js')).parseMbox },
  zip: { isProse: false, load: async () => (await import('./parse-archive.js')).parseZip },
  gzip: { isProse: false, load: async () => (await import('./parse-archive.js')).parseGzip },
  subtitles: { isProse: false, load: async () => (await import('./parse-subtitles.js')).parseSubtitles },
  notebook: { isProse: false, load: async () => (await import('./parse-notebook.js')).parseNotebook },
};

/**
 * Reads one file of any supported type. It works in the calling thread: for untrusted files use a parse pool.
 *
 * ```ts
 * import { parseDocument } from '@ibid/retrieval';
 *
 * const bytes = new TextEncoder().encode('# Tides\n\nHigh water is at noon.');
 * const { title, text } = await parseDocument({ bytes, name: 'tides.md' });
 * console.log(title, text.length);
 * ```
 */
export function parseDocument(options: ParseDocumentOptions): Promise<ParsedDocument> {
  return parseAtDepth(options, 0, { bytes: 0 });
}

async function parseAtDepth(
  options: ParseDocumentOptions,
  depth: number,
  unpacked: Unpacked,
): Promise<ParsedDocument> {
  const { bytes, name, baseUrl } = options;
  const limits = { ...DEFAULT_PARSE_LIMITS, ...options.limits };
  const readInner: ParseInput['readInner'] =
    depth < DEEPEST ? (file) => parseAtDepth({ ...file, limits }, depth + 1, unpacked) : null;
  // What lies inside of another file is not read by OCR: its pages are not those of the file.
  const recognised = depth === 0 ? (options.recognised ?? null) : null;
  const onRows = depth === 0 ? (options.onRows ?? null) : null;
  const input: ParseInput = { bytes, name, baseUrl, limits, unpacked, readInner, recognised, onRows };
  if (bytes.length === 0) throw new ParseError('empty', 'The file is empty.');
  if (bytes.length > input.limits.maxBytes) {
    throw new ParseError(
      'too-large',
      `The file is over the limit of ${Math.floor(input.limits.maxBytes / 1_048_576)} MiB. Split it, or raise the limit.`,
    );
  }
  const type = detectType({ bytes, name, maxArchiveEntries: input.limits.maxArchiveEntries });
  const document = withStatedDate(type, input.name, boundDocument(await parseAs(type, input)));
  if (document.text.trim() === '') throw new ParseError('empty', 'The file contains no text.');
  if (document.text.length > input.limits.maxCharacters) {
    throw new ParseError(
      'too-large',
      `Contains more than ${input.limits.maxCharacters.toLocaleString('en')} characters of text. Split the file, or raise the limit.`,
    );
  }
  if (type === 'code') return document;
  const { documentLanguage } = await import('./document-language.js');
  const language = documentLanguage(document.text);
  return language ? { ...document, language } : document;
}

/** KB-11: what a document says of itself goes before the stamp of the program that wrote the file. */
function withStatedDate(type: DocumentType, name: string, document: ParsedDocument): ParsedDocument {
  const given = Object.keys(document.metadata).map((name) => name.toLowerCase());
  if (!PARSERS[type].isProse || given.includes('date') || given.includes('published')) return document;
  const stated = statedDate(document.text, document.title) ?? null;
  const named = dateInName(name);
  // A plan for a year is not of that year when its file is older.
  const stamp = ['created', 'modified']
    .map((key) => document.metadata[key])
    .find((one) => typeof one === 'string');
  const isPlan = stated?.length === 4 && typeof stamp === 'string' && stamp.slice(0, 4) < stated;
  const date = stated?.length === 4 ? (named ?? (isPlan ? null : stated)) : (stated ?? named);
  return date === null ? document : { ...document, metadata: { ...document.metadata, date } };
}

/** Whatever goes wrong inside a parser is the file's fault, and said as such. */
async function parseAs(type: DocumentType, input: ParseInput): Promise<ParsedDocument> {
  const parse = await PARSERS[type].load();
  try {
    return await parse(input);
  } catch (error) {
    if (error instanceof ParseError || error instanceof ScannedPages) throw error;
    throw new ParseError('damaged', `The file is damaged: it cannot be read as ${type}.`, { cause: error });
  }
}
