import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { TextRanker } from './text-ranker.js';

/** Longer texts are books: of those, the pieces are read that are likely to say it. */
export const LONGEST_READ = 150_000;
const PIECE_CHARACTERS = 8_000;
/** Neighbours share a stretch, so that no sentence is cut in both. */
const SHARED_CHARACTERS = 1_000;
const MOST_PIECES = 12;

/** A chunk to be read, and where its text begins in the chunk that it was cut from. */
export interface Piece {
  chunk: RetrievedChunk;
  whole: RetrievedChunk;
  offset: number;
}

export function likelyPieces(claim: string, chunk: RetrievedChunk): Piece[] {
  const text = chunk.text ?? '';
  if (text.length <= LONGEST_READ) return [{ chunk, whole: chunk, offset: 0 }];
  const ranker = new TextRanker(claim);
  const step = PIECE_CHARACTERS - SHARED_CHARACTERS;
  for (let start = 0; start < text.length; start += step)
    ranker.add(text.slice(start, start + PIECE_CHARACTERS));
  return ranker.best(MOST_PIECES).map((index) => {
    const offset = index * step;
    const piece = { ...chunk, text: text.slice(offset, offset + PIECE_CHARACTERS) };
    return { chunk: piece, whole: chunk, offset };
  });
}
