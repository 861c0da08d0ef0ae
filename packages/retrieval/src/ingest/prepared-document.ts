import type { ChunkSettings, DocumentChunk } from '../chunk/index.js';
import type { OcrSettings } from '../ocr/index.js';
import type { ParsedDocument, ParseFailure, ParseLimits } from '../parse/index.js';
import type { TablePart } from '../parse/table-part.js';
import type { Refusal } from './reading-attempts.js';

/** A file that was read and chunked, ready to embed and store. */
export interface PreparedDocument extends Omit<ParsedDocument, 'blocks' | 'pages' | 'readings'> {
  pages: number | null;
  chunks: DocumentChunk[];
  tokens: number;
  /** KB-12: table rows that are in no chunk and not in the text. */
  tableParts: TablePart[];
  /** `sha256:<hex>` of the bytes. */
  contentHash: string;
  bytes: number;
  /** The file's modification time; null if only bytes were given. */
  modifiedAt: string | null;
}

export interface PrepareJob {
  name: string;
  content: { path: string } | { bytes: Uint8Array };
  limits: ParseLimits;
  /** The address the page came from. If set, its links are kept. */
  baseUrl?: string | undefined;
  chunkSettings: Partial<ChunkSettings>;
  /** If the bytes have this hash, nothing more is done: the content is already stored. */
  knownHash: string | null;
  /** Only the hash is wanted. */
  hashOnly: boolean;
  /** KB-9: pages already read by OCR, packed. Null: no OCR. */
  recognised: ReadonlyMap<number, Uint8Array> | null;
  /** Only the text of these pages is wanted, by OCR. */
  recognise: { pages: readonly number[]; settings: OcrSettings } | null;
  /** Only this page of an image is wanted, as PNG. */
  draw: { page: number } | null;
}

/** Only the hash, if it is known or was all that was wanted; otherwise everything. */
export type PrepareResult =
  | { kind: 'known'; contentHash: string; bytes: number }
  | { kind: 'prepared'; document: PreparedDocument };

/** The result of one pass over a file. Image-only pages are read by OCR before the next pass. */
export type ReadResult =
  | PrepareResult
  | { kind: 'scanned'; pages: readonly number[]; contentHash: string; bytes: number }
  | { kind: 'recognised' }
  | { kind: 'drawn'; png: Uint8Array<ArrayBuffer> };

/** A reader's answer. Chunks travel as spans and get their text on arrival. Table parts were sent before. */
export type PrepareAnswer =
  | Exclude<ReadResult, { kind: 'prepared' }>
  | {
      kind: 'prepared';
      document: Omit<PreparedDocument, 'chunks' | 'tableParts'> & { chunks: Omit<DocumentChunk, 'text'>[] };
    }
  | { kind: 'failed'; code: ParseFailure; message: string };

export type ToReader = { kind: 'read'; job: PrepareJob } | { kind: 'go'; refusal: Refusal | null };

export type FromReader =
  | { kind: 'hashed'; contentHash: string }
  /** KB-9: OCR has finished a page; others follow. */
  | { kind: 'page'; page: number; packed: Uint8Array }
  | { kind: 'rows'; part: TablePart }
  /** Spent: it holds so much memory that too little is left for another file. */
  | { kind: 'answer'; answer: PrepareAnswer; isSpent: boolean };
