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

/** First bytes of unsupported types, with a name that people know. */
const REFUSED: [string, string][] = [
  ['\x89PNG', 'a PNG picture that is cut off'],
  ['\xff\xd8\xff', 'a JPEG picture that is cut off'],
  ['GIF8', 'a GIF picture'],
  ['RIFF', 'a sound, video or picture file'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['SQLite format 3', 'a database'],
];

/** So that people need not guess what else they could try. */
const READABLE =
  'Ibid reads text, Markdown, HTML, PDF, pictures, Office, OpenDocument, RTF, EPUB, LaTeX, CSV, JSON, notebooks, code, e-mail, subtitles and zip.';

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
  for (const [start, what] of REFUSED) {
    if (head.startsWith(start) && (start !== 'MZ' || head.includes('\0'))) {
      throw new ParseError('unsupported', `${mismatch(name)}The content is ${what}. ${READABLE}`);
    }
  }
  const { text, encoding } = decodeText(bytes.subarray(0, 4096));
  // As a mailbox, one broken message does not spoil the others.
  if (looksLikeMbox(text)) return 'mbox';
  if (!encoding.startsWith('utf-16') && isBinary(text)) {
    throw new ParseError(
      'unsupported',
      `${mismatch(name)}The content is binary data of an unknown type. ${READABLE}`,
    );
  }
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

function mismatch(name: string): string {
  const extension = extensionOf(name);
  return extension ? `The name ends in .${extension}, but the content does not match. ` : '';
}

function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
