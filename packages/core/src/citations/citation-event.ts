/**
 * A place in the answer that names sources, as the model wrote it. Whether the numbers exist is not asked here.
 *
 * ```ts
 * import type { CitationMarker } from '@ibid/core';
 *
 * const marker: CitationMarker = { type: 'marker', text: '[1, 4]', numbers: [1, 4], range: { start: 9, end: 15 } };
 * ```
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

/**
 * A stretch of the answer that is no marker, and where it begins.
 *
 * ```ts
 * import type { AnswerText } from '@ibid/core';
 *
 * const text: AnswerText = { type: 'text', text: 'It was approved ', start: 0 };
 * ```
 */
export interface AnswerText {
  type: 'text';
  text: string;
  start: number;
}

/**
 * CIT-2: the texts of all events, joined, are what was pushed.
 *
 * ```ts
 * import type { CitationEvent } from '@ibid/core';
 *
 * const markers = (events: readonly CitationEvent[]) => events.filter((event) => event.type === 'marker');
 * ```
 */
export type CitationEvent = AnswerText | CitationMarker;
