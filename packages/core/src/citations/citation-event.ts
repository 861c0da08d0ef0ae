/**
 * A place in the answer that names sources, as the model wrote it. Whether the numbers exist is not asked here.
 */
export interface CitationMarker {
  type: 'marker';
  /** The whole marker, brackets included. */
  text: string;
  /** In the order written, ranges spelled out, each once. */
  numbers: number[];
  /** UTF-16 offsets of `text` in everything pushed. */
  range: { start: number; end: number };
}

/** A stretch of the answer that is no marker, and where it begins. */
export interface AnswerText {
  type: 'text';
  text: string;
  start: number;
}

/** CIT-2: the texts of all events, joined, are what was pushed. */
export type CitationEvent = AnswerText | CitationMarker;
