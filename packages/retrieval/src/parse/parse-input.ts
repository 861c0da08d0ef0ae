import type { ParseLimits } from './parse-limits.js';
import type { ParsedDocument } from './parsed-document.js';
import type { TablePart } from './table-part.js';
import type { Unpacked } from './unpack-bounded.js';

/** The input of a parser: bytes that were detected as its type. */
export interface ParseInput {
  bytes: Uint8Array;
  /** File name with extension. */
  name: string;
  limits: ParseLimits;
  /** Shared with files inside this one: nested archives share one limit. */
  unpacked: Unpacked;
  /** The address the page came from. If set, its links are kept as absolute addresses. */
  baseUrl?: string | undefined;
  /**
   * KB-9: pages read by OCR, packed, by number. A parser that lacks one throws `ScannedPages`. Null: there is no OCR.
   */
  recognised: ReadonlyMap<number, Uint8Array> | null;
  /** KB-12: receives table rows that do not fit into the text. Null: a table that does not fit is too large. */
  onRows: ((part: TablePart) => void) | null;
  /** Parses a file inside this one under the same limits; null if files are nested too deeply. */
  readInner: ((file: { bytes: Uint8Array; name: string }) => Promise<ParsedDocument>) | null;
}
