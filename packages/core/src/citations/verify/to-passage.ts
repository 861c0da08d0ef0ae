import type { ChunkReading, RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { REPLACED_BY, type Passage } from '../citation.js';

type Span = { start: number; end: number };

/** A span of a chunk as a passage, with its position in the item and its page if the chunk has them. */
export function toPassage(
  chunk: RetrievedChunk,
  { start, end, header }: Span & { header?: Span | undefined },
): Passage {
  const replacedBy = chunk.metadata?.[REPLACED_BY];
  return {
    chunkId: chunk.chunkId,
    start,
    end,
    text: (chunk.text ?? '').slice(start, end),
    ...(chunk.span && { itemSpan: { start: chunk.span.start + start, end: chunk.span.start + end } }),
    ...(chunk.page !== undefined && { page: chunk.page }),
    ...(chunk.ocr && {
      ocr: { confidence: chunk.ocr.confidence, doubtful: doubtfulWords(chunk, { start, end }, chunk.ocr) },
    }),
    ...(typeof replacedBy === 'string' && { replacedBy }),
    ...(header && { header: { ...header, text: (chunk.text ?? '').slice(header.start, header.end) } }),
  };
}

function doubtfulWords(chunk: RetrievedChunk, span: Span, { doubtful }: ChunkReading): string[] {
  return doubtful
    .filter(([start = 0, end = 0]) => start < span.end && end > span.start)
    .map(([start, end]) => (chunk.text ?? '').slice(start, end));
}
