/** A marker in the answer, as the model wrote it. Whether its numbers exist is not checked here. */
export interface CitationMarker {
  type: 'marker';
  /** The whole marker, including brackets. */
  text: string;
  /** In the order written, with ranges expanded, each once. */
  numbers: number[];
  /** UTF-16 offsets of `text` in everything pushed. */
  range: { start: number; end: number };
}

/** A run of the answer without markers, and its offset. */
export interface AnswerText {
  type: 'text';
  text: string;
  start: number;
}

/** CIT-2: joined, the texts of all events equal what was pushed. */
export type CitationEvent = AnswerText | CitationMarker;
