import { beginningEnd } from '../descriptors/beginning-and-end.js';
import type { AttachedFile } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { itemIdOfFile, sourceOf } from './number-sources.js';
import type { ShownDocument } from './render-documents.js';

/** The whole text of a file is one chunk with this id. */
export const FILE_CHUNK_ID = 'text';

/** How much of an attachment is shown: all of it, its beginning, or only its handle (CTX-11). */
export type ShownLevel = 'full' | 'preview' | 'handle';

/** A file of a message as listed: once, however often it was attached. */
export interface ListedFile {
  file: AttachedFile;
  number: number;
  /** Number of an earlier listed file with the same text. */
  sameAs: number | null;
}

export interface FileOptions {
  previewTokens: number;
  descriptorsEnabled: boolean;
  count: (text: string) => number;
}

export interface RenderedFiles {
  documents: ShownDocument[];
  /** What the model sees of each source, by number, for citations. */
  shown: [number, RetrievedChunk][];
}

/** CTX-4: each file as a document. A file whose text cannot be included says so, and says how to reach the text. */
export function renderFiles(
  options: FileOptions & { files: readonly AttachedFile[]; ledger: SourceLedgerSnapshot },
): RenderedFiles {
  const rendered: RenderedFiles = { documents: [], shown: [] };
  for (const listed of listFiles(options.files, options.ledger)) {
    const { document, shown } = renderFile(listed, 'full', options);
    rendered.documents.push(document);
    if (shown) rendered.shown.push([listed.number, shown]);
  }
  return rendered;
}

export function listFiles(files: readonly AttachedFile[], ledger: SourceLedgerSnapshot): ListedFile[] {
  const listed: ListedFile[] = [];
  const numbers = new Set<number>();
  const byText = new Map<string, number>();
  for (const file of files) {
    const number = sourceOf(ledger, itemIdOfFile(file))?.number;
    if (number === undefined || numbers.has(number)) continue;
    numbers.add(number);
    const text = includedText(file);
    listed.push({ file, number, sameAs: (text !== null && byText.get(text)) || null });
    if (text !== null && !byText.has(text)) byText.set(text, number);
  }
  return listed;
}

export function renderFile(
  { file, number, sameAs }: ListedFile,
  level: ShownLevel,
  options: FileOptions,
): { document: ShownDocument; shown: RetrievedChunk | null } {
  const document = { document: number, title: file.name, metadata: file.mediaType };
  const whole = includedText(file);
  const handle = options.descriptorsEnabled ? file.descriptor : null;
  if (whole === null)
    return { document: { ...document, contents: whyNotIncluded(file, handle) }, shown: null };
  if (sameAs !== null)
    return { document: { ...document, contents: `[The same text as document ${sameAs}.]` }, shown: null };
  if (level === 'handle') return { document: { ...document, contents: leftOut(handle) }, shown: null };
  const end =
    level === 'full'
      ? whole.length
      : beginningEnd({ content: whole, tokens: options.previewTokens, countTokens: options.count });
  const text = whole.slice(0, end);
  const contents = end < whole.length ? text + continuation(whole.length - end, handle) : text;
  return { document: { ...document, contents }, shown: fileChunk(file, text) };
}

/** The text of a file if it can be included; null if a note replaces it. */
export function includedText(file: AttachedFile): string | null {
  if (file.state !== 'counted' || file.text === null || file.text.trim() === '') return null;
  return file.text;
}

function whyNotIncluded(file: AttachedFile, handle: string | null): string {
  const reason = file.reason === undefined ? '' : ` ${file.reason}`;
  if (file.state === 'uploaded') return '[This file is still being read; its text is not available yet.]';
  if (file.state === 'unreadable') return `[The text of this file could not be read.${reason}]`;
  if (file.state === 'too_large') {
    const read =
      handle === null
        ? 'Find what you need in it with the search tools.'
        : `Read it page by page with read_fd("${handle}") or search it.`;
    return `[This file is too large to be shown here.${reason} ${read}]`;
  }
  return `[This file is empty: it contains no text.${reason}]`;
}

function leftOut(handle: string | null): string {
  return handle === null
    ? '[Left out to fit the context.]'
    : `[Left out to fit the context; read it with read_fd("${handle}").]`;
}

function continuation(characters: number, handle: string | null): string {
  const rest = `${characters} more characters were left out to fit the context`;
  return handle === null ? `\n[${rest}.]` : `\n[${rest}; read them with read_fd("${handle}").]`;
}

function fileChunk(file: AttachedFile, text: string): RetrievedChunk {
  const itemId = itemIdOfFile(file);
  return {
    itemId,
    chunkId: FILE_CHUNK_ID,
    title: file.name,
    text,
    score: null,
    ordinal: 0,
    span: { start: 0, end: text.length },
  };
}
