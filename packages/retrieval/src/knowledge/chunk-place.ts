import type { ChunkReading, RetrievedChunk } from '@ibid/core/internal';

/** The position of a chunk in its document and its OCR quality, for tools and checks. */
export function chunkPlace(chunk: {
  headingPath: string[];
  span: { start: number; end: number };
  ordinal: number;
  page: number | null;
  ocr?: ChunkReading;
}): Pick<RetrievedChunk, 'headingPath' | 'span' | 'ordinal' | 'page' | 'ocr'> {
  const { headingPath, span, ordinal, page, ocr } = chunk;
  return {
    headingPath,
    span,
    ordinal,
    ...(page === null ? {} : { page }),
    ...(ocr === undefined ? {} : { ocr }),
  };
}
