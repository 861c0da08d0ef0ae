/** What a character is part of. Delimiters count as the code they delimit. */
export type CodeKind = 'none' | 'inline' | 'fenced' | 'indented';

/** A stretch of text whose kind is settled. Segments of one scanner follow each other without gaps. */
export interface CodeSegment {
  kind: CodeKind;
  text: string;
  /** UTF-16 offset of `text` in everything pushed so far. */
  start: number;
}
