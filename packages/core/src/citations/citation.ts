/** `unknown`: no source has this number. */
export type CitationVerdict = 'supported' | 'weak' | 'unsupported' | 'unknown';

/** The exact span of a source that a citation rests on. */
export interface Passage {
  chunkId: string;
  /** Characters within the chunk's text. */
  start: number;
  end: number;
  text: string;
  /** Characters within the item's stored text, where the chunk's own span is known. */
  itemSpan?: { start: number; end: number };
  page?: number;
  /** Of a row further down in a table: the header of its columns, without the rows between. Characters as above. */
  header?: { start: number; end: number; text: string };
  /** KB-9: it was read from a picture: how sure the reader is of the text around it, 0 to 100, and words it doubts. */
  ocr?: { confidence: number; doubtful: string[] };
}

/** A passage as it is quoted: a row of a table below the header of its columns. */
export function quotedPassage({ header, text }: Passage): string {
  return header ? `${header.text.trim()}\n${text}` : text;
}

/**
 * What a language model found when it was asked about a claim that the local check leaves in doubt.
 */
export interface SecondOpinion {
  verdict: Exclude<CitationVerdict, 'unknown'>;
  /** In its words. */
  reason: string;
  modelId: string;
}

/**
 * One place in an answer that names a source.
 *
 * ```ts
 * import type { Citation } from '@ibid/core';
 *
 * const doubtful = (citations: readonly Citation[]) =>
 *   citations.filter(({ verdict }) => verdict === 'weak' || verdict === 'unsupported');
 * ```
 */
export interface Citation {
  /** Unique within the answer; a later packet for the same citation carries the same id. */
  citationId: string;
  number: number;
  /** Null when no source has this number. */
  itemId: string | null;
  title?: string;
  url?: string;
  /** Character range of the marker in the answer as the person sees it (tags of references removed). */
  range: { start: number; end: number };
  passage: Passage | null;
  /** 0 to 1; null while the sentence is not complete. */
  score: number | null;
  /** Null while the sentence is not complete: the verdict follows in a later packet. */
  verdict: CitationVerdict | null;
  /** In words, for weak, unsupported and unknown: what does not agree. */
  reason?: string;
  /** What a language model says of a weak or unsupported claim. The verdict stays that of the local check. */
  secondOpinion?: SecondOpinion;
  /** In `[1][2]`: the numbers of the other sources that carry the rest of the sentence, where none carries all of it. */
  together?: number[];
}
