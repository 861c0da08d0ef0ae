import type { ParseLimits } from './parse-limits.js';

/** What a parser of one type is given: bytes that were already found to be of its type. */
export interface ParseInput {
  bytes: Uint8Array;
  /** File name with extension. */
  name: string;
  limits: ParseLimits;
}
