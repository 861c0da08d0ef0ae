import type { ParseLimits } from './parse-limits.js';

/** What a parser of one type is given: bytes that were already found to be of its type. */
export interface ParseInput {
  bytes: Uint8Array;
  /** File name with extension. */
  name: string;
  limits: ParseLimits;
  /** Address a page was read from: its links are then kept, as absolute addresses. */
  baseUrl?: string | undefined;
}
