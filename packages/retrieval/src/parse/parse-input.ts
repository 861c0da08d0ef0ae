import type { ParseLimits } from './parse-limits.js';
import type { ParsedDocument } from './parsed-document.js';
import type { TablePart } from './table-part.js';
import type { Unpacked } from './unpack-bounded.js';

/** What a parser of one type is given: bytes that were already found to be of its type. */
export interface ParseInput {
  bytes: Uint8Array;
  /** File name with extension. */
  name: string;
  limits: ParseLimits;
  /** Shared with the files inside of this one: archives in archives have one limit. */
  unpacked: Unpacked;
  /** Address a page was read from: its links are then kept, as absolute addresses. */
  baseUrl?: string | undefined;
  /**
   * KB-9: pages that were read from their pictures, packed, by number; a parser that lacks one throws `ScannedPages`. Null:
   * there is no OCR.
   */
  recognised: ReadonlyMap<number, Uint8Array> | null;
  /** KB-12: takes rows of tables that do not fit into the text. Null: a table that does not fit is too large. */
  onRows: ((part: TablePart) => void) | null;
  /** Reads a file inside of this one, under the same limits; null where files are nested too deeply. */
  readInner: ((file: { bytes: Uint8Array; name: string }) => Promise<ParsedDocument>) | null;
}
