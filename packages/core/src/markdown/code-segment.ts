/** The kind of code a character belongs to. Delimiters count as part of the code. */
export type CodeKind = 'none' | 'inline' | 'fenced' | 'indented';

/** A run of text whose kind is decided. The segments of a scanner follow each other without gaps. */
export interface CodeSegment {
  kind: CodeKind;
  text: string;
  /** UTF-16 offset of `text` in everything pushed so far. */
  start: number;
}
