import type { JsonValue } from '@ibid/core';
import type { AccessRule } from '../knowledge/index.js';

/**
 * One file to take in: where its bytes are and who it is.
 *
 * ```ts
 * import type { IngestSource } from '@ibid/retrieval';
 *
 * const source: IngestSource = { name: 'notes.md', content: { path: 'notes.md' }, externalId: 'notes' };
 * ```
 */
export interface IngestSource {
  /** File name with extension, as people know it. */
  name: string;
  /** A path, or the bytes themselves. */
  content: { path: string } | { bytes: Uint8Array };
  /** Stable identity in its source; null: each ingest makes a new item. */
  externalId: string | null;
  url?: string | null;
  /** Beats the title found in the document. */
  title?: string;
  /** What the sender says it is; the content decides. */
  mediaType?: string;
  metadata?: Record<string, JsonValue>;
  access?: AccessRule | null;
  /** Its path is where people keep it: where the document gives no date, that of its file is taken. */
  hasFileDate?: boolean;
}

/**
 * What became of one file. `skipped`: it holds nothing, or, in a folder, is of a kind that is not read; no failure.
 */
export type IngestStatus = 'added' | 'changed' | 'unchanged' | 'moved' | 'removed' | 'skipped' | 'failed';

/** What became of one file. */
export interface IngestOutcome {
  name: string;
  externalId: string | null;
  status: IngestStatus;
  itemId: string | null;
  chunks: number;
  /** Of a failure, or of what was skipped: why, in words for a person. */
  reason?: string;
  /** The same for programs; stable. */
  code?: string;
  /** Of a failure: the version taken in earlier is still there and searchable. */
  previousKept?: boolean;
  /** How many files this stands for, where they are counted and not named; absent: one. */
  files?: number;
  /** Things worth knowing about a file that went well, e.g. that its name promises another type. */
  warnings?: string[];
}

/** For a progress bar; sent at most a few times a second, and always once at the end. */
export interface IngestProgress {
  phase: 'scanning' | 'ingesting' | 'done';
  files: { done: number; total: number | null; failed: number };
  chunks: number;
  bytes: number;
  chunksPerSecond: number;
  /** Null while it is not known. */
  secondsLeft: number | null;
  /** The file that has been worked on for longest; between files, the one finished last. */
  current: string | null;
  /** Of all files, from 0 to 1, counting what is done of those being worked on; null while it is not known. */
  share: number | null;
  /** KB-9: of that file, while its pages are read by OCR: how many of how many are. */
  pages?: { done: number; total: number } | null;
  /** What became of the files that are done; of many, of the latest. */
  settled?: readonly IngestOutcome[];
}

/** What became of every file. */
export interface IngestReport {
  outcomes: IngestOutcome[];
  counts: Record<IngestStatus, number>;
  chunks: number;
  /** Ingest was stopped by its signal; what is not in `outcomes` was not touched. */
  stopped: boolean;
}
