import type { ChunkReading } from '@ibid/core/internal';

/** A piece of a document: `document.text.slice(span.start, span.end) === text`. */
export interface DocumentChunk {
  ordinal: number;
  text: string;
  span: { start: number; end: number };
  /** Headings above it, outermost first. */
  headingPath: string[];
  page: number | null;
  tokens: number;
  /** Text that belongs to the chunk but is not in it, such as the header row of a table it continues. */
  context: string | null;
  ocr?: ChunkReading;
}
