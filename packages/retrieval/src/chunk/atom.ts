import type { BlockKind } from '../parse/index.js';

/** How good a place for a chunk boundary the start of an atom is. */
export const BREAK = {
  /** Inside a sentence: the last resort. */
  word: 0,
  sentence: 1,
  /** A line, a point of a list, a table row. */
  line: 2,
  /** A numbered point of a list; a nested declaration in code. */
  member: 3,
  /** A paragraph or other block. */
  block: 4,
  /** A heading or a top-level declaration. */
  section: 5,
  /** A new page always starts a new chunk. */
  page: 6,
} as const;

export type BreakStrength = (typeof BREAK)[keyof typeof BREAK];

/** The smallest piece the chunker moves. An atom reaches up to the start of the next one. */
export interface Atom {
  start: number;
  end: number;
  strength: BreakStrength;
  kind: BlockKind;
  /** Index of the block it is part of. */
  block: number;
}
