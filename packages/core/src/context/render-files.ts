import type { AttachedFile } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../references/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../references/source.js';
import { itemIdOfFile, sourceOf } from './number-sources.js';
import type { ShownDocument } from './render-documents.js';

/** A file's text is one chunk. */
export const FILE_CHUNK_ID = 'text';

export interface RenderedFiles {
  documents: ShownDocument[];
  /** What the model sees of each source, by number, for citations. */
  shown: [number, RetrievedChunk][];
}

/** CTX-4: each file as a document; one whose text cannot be here says so plainly, and how to reach it. */
export function renderFiles(options: {
  files: readonly AttachedFile[];
  ledger: SourceLedgerSnapshot;
  /** Ids of files of which only the beginning is shown (CTX-11). */
  paged?: ReadonlySet<string>;
  previewCharacters: number;
  descriptorsEnabled: boolean;
}): RenderedFiles {
  const documents: ShownDocument[] = [];
  const shown: [number, RetrievedChunk][] = [];
  for (const file of options.files) {
    const source = sourceOf(options.ledger, itemIdOfFile(file));
    if (!source) continue;
    const whole = includedText(file);
    const paged = whole !== null && options.paged?.has(file.fileId) === true;
    const text = whole !== null && paged ? whole.slice(0, options.previewCharacters) : whole;
    const handle = options.descriptorsEnabled ? file.descriptor : null;
    const contents =
      text === null ? whyNotIncluded(file, handle) : paged ? text + continuation(whole, text, handle) : text;
    documents.push({ document: source.number, title: file.name, metadata: file.mediaType, contents });
    if (text !== null) shown.push([source.number, fileChunk(file, text)]);
  }
  return { documents, shown };
}

/** A file's text where it can be included; null where something is said in its place. */
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
  return `[This file is empty: it holds no text.${reason}]`;
}

function continuation(whole: string, shown: string, handle: string | null): string {
  const rest = `${whole.length - shown.length} more characters were left out to fit the context`;
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
