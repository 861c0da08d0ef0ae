import type { ChunkReading, RetrievedChunk } from '@ibid/core/internal';

/** Where in its document a chunk stands, and how well it was read there, as tools and checks are told of it. */
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
