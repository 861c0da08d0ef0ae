import { detectType, type DocumentType } from './detect-type.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import { ScannedPages } from './scanned-pages.js';
import { dateInName, statedAboveTable, statedDate } from './stated-date.js';
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from './parse-limits.js';
import type { ParsedDocument } from './parsed-document.js';
import type { TablePart } from './table-part.js';
import { boundDocument } from './text-limits.js';
import type { Unpacked } from './unpack-bounded.js';

/** A file to parse. Its name only helps to detect the type. */
export interface ParseDocumentOptions {
  bytes: Uint8Array;
  /** File name with extension. */
  name: string;
  limits?: Partial<ParseLimits>;
  /** The address the page came from. If set, its links are kept as absolute addresses. */
  baseUrl?: string | undefined;
  /** KB-9: pages read by OCR. If absent, there is no OCR. */
  recognised?: ReadonlyMap<number, Uint8Array> | undefined;
  /** KB-12: receives rows of sheets that do not fit into the text. If absent, such a sheet is too large. */
  onRows?: ((part: TablePart) => void) | undefined;
}

/** An e-mail in an e-mail in an archive is read. Deeper files are only named. */
const DEEPEST = 3;

type Parser = (input: ParseInput) => ParsedDocument | Promise<ParsedDocument>;

interface Reader {
  /** Text that people write and read, which may state its date. Messages and table rows have their own dates. */
  isProse: boolean;
  /** A table, which may state its date in the lines above it. */
  isSheet?: true;
  load: () => Promise<Parser>;
}

// Loaded on first use: a program that only searches should not load a PDF parser.
const PARSERS: Record<DocumentType, Reader> = {
  text: { isProse: true, load: async () => (await import('./parse-text.js')).parseText },
  markdown: { isProse: true, load: async () => (await import('./parse-markdown.js')).parseMarkdown },
  html: { isProse: true, load: async () => (await import('./parse-html.js')).parseHtml },
  pdf: { isProse: true, load: async () => (await import('./parse-pdf.js')).parsePdf },
  picture: { isProse: false, load: async () => (await import('./parse-picture.js')).parsePicture },
  docx: { isProse: true, load: async () => (await import('./parse-docx.js')).parseDocx },
  pptx: { isProse: false, load: async () => (await import('./parse-pptx.js')).parsePptx },
  xlsx: { isProse: false, isSheet: true, load: async () => (await import('./parse-xlsx.js')).parseXlsx },
  epub: { isProse: false, load: async () => (await import('./parse-epub.js')).parseEpub },
  csv: { isProse: false, isSheet: true, load: async () => (await import('./parse-csv.js')).parseCsv },
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
 * Parses one file of any supported type. This runs in the calling thread: for untrusted files, use a parse pool.
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
  // Files inside other files are not read by OCR, because their pages are not those of the outer file.
  const recognised = depth === 0 ? (options.recognised ?? null) : null;
  const onRows = depth === 0 ? (options.onRows ?? null) : null;
  const input: ParseInput = { bytes, name, baseUrl, limits, unpacked, readInner, recognised, onRows };
  if (bytes.length === 0) throw new ParseError('empty', 'The file is empty.');
  if (bytes.length > input.limits.maxBytes) {
    throw new ParseError(
      'too_large',
      `The file is over the limit of ${Math.floor(input.limits.maxBytes / 1_048_576)} MiB. Split it, or raise the limit (on a server: IBID_READ_FILE_MB).`,
    );
  }
  const type = detectType({ bytes, name, maxArchiveEntries: input.limits.maxArchiveEntries });
  const document = withStatedDate(type, input.name, boundDocument(await parseAs(type, input)));
  if (document.text.trim() === '') throw new ParseError('empty', 'The file contains no text.');
  if (document.text.length > input.limits.maxCharacters) {
    throw new ParseError(
      'too_large',
      `Contains more than ${input.limits.maxCharacters.toLocaleString('en')} characters of text. Split the file, or raise the limit.`,
    );
  }
  if (type === 'code') return document;
  const { documentLanguage } = await import('./document-language.js');
  const language = documentLanguage(document.text);
  return language ? { ...document, language } : document;
}

/** KB-11: the date a document states takes precedence over the one that a program stamped into the file. */
function withStatedDate(type: DocumentType, name: string, document: ParsedDocument): ParsedDocument {
  const given = Object.keys(document.metadata).map((name) => name.toLowerCase());
  const { isProse, isSheet } = PARSERS[type];
  if (!(isProse || isSheet) || given.includes('date') || given.includes('published')) return document;
  const stated = isSheet ? statedAboveTable(document.text) : statedDate(document.text, document.title);
  const named = dateInName(name);
  // A plan for a year is not dated in that year if its file is older.
  const stamp = ['created', 'modified']
    .map((key) => document.metadata[key])
    .find((one) => typeof one === 'string');
  const isPlan = stated?.length === 4 && typeof stamp === 'string' && stamp.slice(0, 4) < stated;
  const date = stated?.length === 4 ? (named ?? (isPlan ? null : stated)) : (stated ?? named);
  return date === null ? document : { ...document, metadata: { ...document.metadata, date } };
}

/** Any error inside a parser is reported as the file's fault. */
async function parseAs(type: DocumentType, input: ParseInput): Promise<ParsedDocument> {
  const parse = await PARSERS[type].load();
  try {
    return await parse(input);
  } catch (error) {
    if (error instanceof ParseError || error instanceof ScannedPages) throw error;
    throw new ParseError('damaged', `The file is damaged: it cannot be read as ${type}.`, { cause: error });
  }
}
