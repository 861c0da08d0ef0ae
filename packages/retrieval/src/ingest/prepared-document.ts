import type { ChunkSettings, DocumentChunk } from '../chunk/index.js';
import type { OcrSettings } from '../ocr/index.js';
import type { ParsedDocument, ParseFailure, ParseLimits } from '../parse/index.js';
import type { TablePart } from '../parse/table-part.js';
import type { Refusal } from './reading-attempts.js';

/** A file read and cut, ready to be embedded and stored. */
export interface PreparedDocument extends Omit<ParsedDocument, 'blocks' | 'pages' | 'readings'> {
  pages: number | null;
  chunks: DocumentChunk[];
  tokens: number;
  /** KB-12: rows of its tables that are in no chunk and not in the text. */
  tableParts: TablePart[];
  /** `sha256:<hex>` of the bytes that were read. */
  contentHash: string;
  bytes: number;
  /** When its file was last written; null where only the bytes were given. */
  modifiedAt: string | null;
}

export interface PrepareJob {
  name: string;
  content: { path: string } | { bytes: Uint8Array };
  limits: ParseLimits;
  /** Address a page was read from: its links are then kept. */
  baseUrl?: string | undefined;
  chunkSettings: Partial<ChunkSettings>;
  /** When the bytes have this hash, nothing more is done: the content is there already. */
  knownHash: string | null;
  /** Nothing but the hash is wanted. */
  hashOnly: boolean;
  /** KB-9: pages that were read from their pictures until now, packed. Null: there is no OCR. */
  recognised: ReadonlyMap<number, Uint8Array> | null;
  /** Nothing but the words of these pages is wanted, read by OCR. */
  recognise: { pages: readonly number[]; settings: OcrSettings } | null;
  /** Nothing but this page of a picture is wanted, as PNG. */
  draw: { page: number } | null;
}

/** Either the hash alone, because it is known or was all that was asked for, or everything. */
export type PrepareResult =
  | { kind: 'known'; contentHash: string; bytes: number }
  | { kind: 'prepared'; document: PreparedDocument };

/** What reading a file once comes to: pages that are pictures are read by OCR before it is read again. */
export type ReadResult =
  | PrepareResult
  | { kind: 'scanned'; pages: readonly number[]; contentHash: string; bytes: number }
  | { kind: 'recognised' }
  | { kind: 'drawn'; png: Uint8Array<ArrayBuffer> };

/** How a reader answers: chunks travel as spans, their text is cut again on arrival. Parts of tables went before. */
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
  /** KB-9: a page was read by OCR; others follow. */
  | { kind: 'page'; page: number; packed: Uint8Array }
  | { kind: 'rows'; part: TablePart }
  /** Spent: it holds so much memory that another file would find little. */
  | { kind: 'answer'; answer: PrepareAnswer; isSpent: boolean };
