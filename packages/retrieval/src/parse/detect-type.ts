import { isCompoundFile, compoundFileKind } from './compound-file.js';
import { decodeText } from './decode-text.js';
import { pictureSize } from '../ocr/picture-size.js';
import { ParseError } from './parse-error.js';
import { looksLikeMbox } from './looks-like-mbox.js';
import { readZipDirectory } from './read-zip-directory.js';
import { SOURCE_LANGUAGES } from './source-languages.js';

export type DocumentType =
  | 'text'
  | 'markdown'
  | 'html'
  | 'pdf'
  | 'picture'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'epub'
  | 'csv'
  | 'json'
  | 'jsonl'
  | 'code'
  | 'email'
  | 'mbox'
  | 'opendocument'
  | 'rtf'
  | 'latex'
  | 'zip'
  | 'gzip'
  | 'subtitles'
  | 'notebook';

const TEXT_EXTENSIONS: Record<string, DocumentType> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  mdown: 'markdown',
  rmd: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  geojson: 'json',
  ipynb: 'notebook',
  webmanifest: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  eml: 'email',
  mbox: 'mbox',
  tex: 'latex',
  ltx: 'latex',
  latex: 'latex',
  srt: 'subtitles',
  vtt: 'subtitles',
  txt: 'text',
  text: 'text',
  log: 'text',
  rst: 'text',
};

interface RefusedType {
  /** Its first bytes. */
  start: string;
  /** A name that people know. */
  what: string;
  /** Extensions that such a file has rightly. */
  extensions: readonly string[];
  /** What to do instead. */
  instead?: string;
}

const SAVE_PICTURE = 'Save it as PNG or JPEG and add that.';
const UNPACK = 'Unpack it and add the folder, or pack it as ZIP.';
const COPY_AGAIN = 'Copy or save it again.';

const REFUSED: readonly RefusedType[] = [
  { start: '\x89PNG', what: 'a PNG picture that is cut off', extensions: ['png'], instead: COPY_AGAIN },
  {
    start: '\xff\xd8\xff',
    what: 'a JPEG picture that is cut off',
    extensions: ['jpg', 'jpeg'],
    instead: COPY_AGAIN,
  },
  { start: 'GIF8', what: 'a GIF picture', extensions: ['gif'], instead: SAVE_PICTURE },
  { start: 'RIFF', what: 'a sound, video or picture file', extensions: ['wav', 'avi', 'webp'] },
  { start: '7z\xbc\xaf', what: 'a 7-Zip archive', extensions: ['7z'], instead: UNPACK },
  { start: 'Rar!', what: 'a RAR archive', extensions: ['rar'], instead: UNPACK },
  { start: '\x7fELF', what: 'a program', extensions: ['so', 'o', 'elf', 'bin'] },
  { start: 'MZ', what: 'a program', extensions: ['exe', 'dll'] },
  {
    start: 'SQLite format 3',
    what: 'a database',
    extensions: ['db', 'sqlite', 'sqlite3'],
    instead: 'Export its tables as CSV and add those.',
  },
];

/** So that people need not guess what else they could try. */
const READABLE =
  'Ibid reads text, Markdown, HTML, PDF, pictures, Office, OpenDocument, RTF, EPUB, LaTeX, CSV, JSON, notebooks, code, e-mail, subtitles and zip.';

const HEIC: Omit<RefusedType, 'start'> = {
  what: 'a HEIC or AVIF picture',
  extensions: ['heic', 'heif', 'hif', 'avif'],
  instead: SAVE_PICTURE,
};

const SVG: Omit<RefusedType, 'start'> = {
  what: 'an SVG drawing',
  extensions: ['svg'],
  instead: 'Save it as PDF or PNG and add that.',
};

export interface DetectTypeOptions {
  bytes: Uint8Array;
  name: string;
  maxArchiveEntries: number;
}

/** Detects a file's type by its content. The extension only distinguishes kinds of plain text. */
export function detectType({ bytes, name, maxArchiveEntries }: DetectTypeOptions): DocumentType {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06'))
    return typeOfArchive(bytes, maxArchiveEntries);
  if (head.startsWith('\x1f\x8b')) return 'gzip';
  if (head.startsWith('{\\rtf')) return 'rtf';
  if (head.slice(257, 262) === 'ustar')
    throw new ParseError('unsupported', 'The content is a tar archive; unpack it and add the folder.');
  if (isCompoundFile(bytes)) throw compoundFileKind(bytes);
  if (pictureSize(bytes)) return 'picture';
  for (const type of REFUSED)
    if (head.startsWith(type.start) && (type.start !== 'MZ' || head.includes('\0')))
      throw refusal(name, type);
  if (/^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs])/u.test(head.slice(4, 12))) throw refusal(name, HEIC);
  const { text, encoding } = decodeText(bytes.subarray(0, 4096));
  // As a mailbox, one broken message does not spoil the others.
  if (looksLikeMbox(text)) return 'mbox';
  if (!encoding.startsWith('utf-16') && isBinary(text)) {
    throw new ParseError(
      'unsupported',
      `${mismatch(name)}The content is binary data of an unknown type. ${READABLE}`,
    );
  }
  // As text it would be names of shapes and numbers.
  if (extensionOf(name) === 'svg' && /<svg[\s>]/iu.test(text)) throw refusal(name, SVG);
  return typeOfText(text, extensionOf(name));
}

function typeOfText(text: string, extension: string): DocumentType {
  const start = text.trimStart().slice(0, 1000);
  const named = TEXT_EXTENSIONS[extension] ?? (extension in SOURCE_LANGUAGES ? 'code' : undefined);
  if (/^<(!doctype\s+html|html)[\s>]/i.test(start) && named !== 'code' && named !== 'markdown') return 'html';
  if (named === 'json' && !/^[[{"\d\-tfn]/.test(start)) return 'text';
  if (named === 'subtitles' && !/-->/u.test(text)) return 'text';
  if ((named === undefined || named === 'text' || named === 'mbox') && looksLikeMbox(text)) return 'mbox';
  if (named === 'mbox') return 'text';
  if (named === undefined && /^WEBVTT\b/u.test(start)) return 'subtitles';
  if (named && named !== 'text') return named;
  const mailFields = start.match(/^(Received|Return-Path|MIME-Version|Message-ID|From|To|Subject|Date): /gim);
  if (/^[A-Za-z-]+: /.test(start) && (mailFields?.length ?? 0) >= 4) return 'email';
  return 'text';
}

function typeOfArchive(bytes: Uint8Array, maxArchiveEntries: number): DocumentType {
  const entries = readZipDirectory(bytes, maxArchiveEntries);
  if (entries.has('word/document.xml')) return 'docx';
  if (entries.has('ppt/presentation.xml')) return 'pptx';
  if (entries.has('xl/workbook.xml')) return 'xlsx';
  if (entries.has('META-INF/container.xml')) return 'epub';
  if (entries.has('content.xml')) return 'opendocument';
  return 'zip';
}

function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  // oxlint-disable-next-line no-control-regex -- control characters identify binary data
  const controls = text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > text.length * 0.05;
}

function refusal(name: string, { what, extensions, instead }: Omit<RefusedType, 'start'>): ParseError {
  const said = `${mismatch(name, extensions)}The content is ${what}.`;
  return new ParseError('unsupported', `${said} ${instead ?? READABLE}`);
}

/** Unless the extension is one that such a content has. */
function mismatch(name: string, extensions: readonly string[] = []): string {
  const extension = extensionOf(name);
  return extension && !extensions.includes(extension)
    ? `The name ends in .${extension}, but the content does not match. `
    : '';
}

function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
