/**
 * A piece of a document: `document.text.slice(span.start, span.end) === text`.
 *
 * ```ts
 * import type { DocumentChunk } from '@ibid/retrieval';
 *
 * const shown = ({ ordinal, headingPath, tokens }: DocumentChunk) => `${ordinal} ${headingPath.at(-1)} ${tokens}`;
 * ```
 */
export interface DocumentChunk {
  ordinal: number;
  text: string;
  span: { start: number; end: number };
  /** Headings above it, outermost first. */
  headingPath: string[];
  page: number | null;
  tokens: number;
  /** Words that belong to it without being in it, e.g. the header row of a table it continues. */
  context: string | null;
}
