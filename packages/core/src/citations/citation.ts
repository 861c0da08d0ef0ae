/** `unknown`: no source has this number. */
export type CitationVerdict = 'supported' | 'weak' | 'unsupported' | 'unknown';

/** The exact span of a source that a citation refers to. */
export interface Passage {
  chunkId: string;
  /** Character offsets in the chunk's text. */
  start: number;
  end: number;
  text: string;
  /** Character offsets in the item's stored text, if the chunk's span is known. */
  itemSpan?: { start: number; end: number };
  page?: number;
  /**
   * What the passage needs from further up: for a table row below the first, the header of its columns; for a passage
   * that writes `she` or `the Landlord`, the line that has the name. Offsets as above.
   */
  header?: { start: number; end: number; text: string };
  /**
   * KB-9: set if it was read from a picture: the reader's confidence in the text around it, 0 to 100, and doubtful
   * words.
   */
  ocr?: { confidence: number; doubtful: string[] };
  /** Title of the document that says it replaces this one. */
  replacedBy?: string;
}

/** The metadata field with the title of the document that replaces a source. */
export const REPLACED_BY = 'replaced by';

/** A passage as quoted, below the line that it needs from further up. */
export function quotedPassage({ header, text }: Passage): string {
  return header ? `${header.text.trim()}\n${text}` : text;
}

/** A language model's opinion on a claim that the local check leaves in doubt. */
export interface SecondOpinion {
  verdict: Exclude<CitationVerdict, 'unknown'>;
  /** In the model's words. */
  reason: string;
  modelId: string;
}

/**
 * One place in an answer that cites a source.
 *
 * ```ts
 * import type { Citation } from '@ibid/core';
 *
 * const doubtful = (citations: readonly Citation[]) =>
 *   citations.filter(({ verdict }) => verdict === 'weak' || verdict === 'unsupported');
 * ```
 */
export interface Citation {
  /** Unique within the answer; later packets for the same citation carry the same id. */
  citationId: string;
  number: number;
  /** Null if no source has this number. */
  itemId: string | null;
  title?: string;
  url?: string;
  /** Character range of the marker in the answer as the user sees it (without reference tags). */
  range: { start: number; end: number };
  passage: Passage | null;
  /**
   * How much of the claim the source has, by its words: 0 to 1. It leads to the verdict but is no probability, since a
   * false claim with the words of its source has a high one. Use the verdict to decide. Null until the sentence is
   * complete.
   */
  score: number | null;
  /** Null until the sentence is complete; the verdict follows in a later packet. */
  verdict: CitationVerdict | null;
  /** What does not agree; for weak, unsupported and unknown. */
  reason?: string;
  /** A language model's opinion on a weak or unsupported claim. The verdict stays that of the local check. */
  secondOpinion?: SecondOpinion;
  /**
   * In `[1][2]`: the numbers of the other sources that support the rest of the sentence, if none supports all of it.
   */
  together?: number[];
}
