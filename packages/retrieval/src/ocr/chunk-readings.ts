import type { DocumentChunk } from '../chunk/index.js';
import type { DocumentReadings } from '../parse/parsed-document.js';
import { DOUBTFUL_BELOW } from './ocr-page.js';

/** KB-9: records in each chunk the OCR confidence and the doubtful characters. Chunks and words are both in order. */
export function withReadings(chunks: readonly DocumentChunk[], words: DocumentReadings): DocumentChunk[] {
  let at = 0;
  return chunks.map((chunk) => {
    const { start, end } = chunk.span;
    while (at < words.start.length && (words.end[at] ?? 0) <= start) at += 1;
    const doubtful: [number, number][] = [];
    let letters = 0;
    let sum = 0;
    for (let place = at; place < words.start.length && (words.start[place] ?? 0) < end; place += 1) {
      const from = Math.max(words.start[place] ?? 0, start) - start;
      const to = Math.min(words.end[place] ?? 0, end) - start;
      const confidence = words.confidence[place] ?? 0;
      letters += to - from;
      sum += (to - from) * confidence;
      if (confidence < DOUBTFUL_BELOW && /[\p{L}\p{N}]/u.test(chunk.text.slice(from, to)))
        doubtful.push([from, to]);
    }
    return letters === 0 ? chunk : { ...chunk, ocr: { confidence: Math.round(sum / letters), doubtful } };
  });
}
