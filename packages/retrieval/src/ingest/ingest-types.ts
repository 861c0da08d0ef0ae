import type { JsonValue } from '@ibid/core';
import type { AccessRule } from '../knowledge/index.js';

/**
 * A file to ingest: its content and identity.
 *
 * ```ts
 * import type { IngestSource } from '@ibid/retrieval';
 *
 * const source: IngestSource = { name: 'notes.md', content: { path: 'notes.md' }, externalId: 'notes' };
 * ```
 */
export interface IngestSource {
  /** File name with extension. */
  name: string;
  /** A path, or the bytes. */
  content: { path: string } | { bytes: Uint8Array };
  /** Stable identity in its source. Null: each ingest creates a new item. */
  externalId: string | null;
  url?: string | null;
  /** Overrides the title found in the document. */
  title?: string;
  /** The media type claimed by the sender. The content decides. */
  mediaType?: string;
  metadata?: Record<string, JsonValue>;
  access?: AccessRule | null;
  /** The path is where people keep the file. If the document states no date, the file's date is used. */
  hasFileDate?: boolean;
}

/** Outcome of one file. `skipped` is not a failure: the file is empty, or in a folder and of an unsupported type. */
export type IngestStatus = 'added' | 'changed' | 'unchanged' | 'moved' | 'removed' | 'skipped' | 'failed';

export interface IngestOutcome {
  name: string;
  externalId: string | null;
  status: IngestStatus;
  itemId: string | null;
  chunks: number;
  /** Why it failed or was skipped, in words for people. */
  reason?: string;
  /** A stable code for programs. */
  code?: string;
  /** For a failure: the earlier version is still there and searchable. */
  previousKept?: boolean;
  /** How many files this stands for, if they are only counted. Default: one. */
  files?: number;
  /** Notes on a file that was ingested, for example that its extension suggests another type. */
  warnings?: string[];
}

/** For a progress bar. Sent at most a few times a second, and once at the end. */
export interface IngestProgress {
  phase: 'scanning' | 'ingesting' | 'done';
  files: { done: number; total: number | null; failed: number };
  chunks: number;
  bytes: number;
  chunksPerSecond: number;
  /** Null if unknown. */
  secondsLeft: number | null;
  /** The file in progress for longest; between files, the last one finished. */
  current: string | null;
  /** Share of all files, from 0 to 1, including partial progress. Null if unknown. */
  share: number | null;
  /** KB-9: pages of that file done and their total, during OCR. */
  pages?: { done: number; total: number } | null;
  /** Outcomes of finished files; the latest ones if there are many. */
  settled?: readonly IngestOutcome[];
}

/** The outcomes of all files. */
export interface IngestReport {
  outcomes: IngestOutcome[];
  counts: Record<IngestStatus, number>;
  chunks: number;
  /** Ingest was stopped by its signal. Files not in `outcomes` were not touched. */
  stopped: boolean;
}
