import type { BlockKind } from '../parse/index.js';

/** How good a place the start of an atom is to begin a new chunk. */
export const BREAK = {
  /** In the middle of a sentence: only when nothing else is left. */
  word: 0,
  sentence: 1,
  /** A line, a list item, a table row. */
  line: 2,
  /** A nested declaration in code. */
  member: 3,
  /** A paragraph or other block. */
  block: 4,
  /** A heading or a top-level declaration. */
  section: 5,
  /** Another page: always a new chunk. */
  page: 6,
} as const;

export type BreakStrength = (typeof BREAK)[keyof typeof BREAK];

/** The smallest piece the chunker moves around. An atom reaches up to the start of the next one. */
export interface Atom {
  start: number;
  end: number;
  strength: BreakStrength;
  kind: BlockKind;
  /** Index of the block it is part of. */
  block: number;
}
