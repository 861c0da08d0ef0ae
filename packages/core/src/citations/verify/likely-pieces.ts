import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { TextRanker } from './text-ranker.js';

/** Longer texts are books; only their most likely pieces are read. */
export const LONGEST_READ = 150_000;
const PIECE_CHARACTERS = 8_000;
/** Neighbouring pieces overlap, so every sentence is whole in at least one. */
const SHARED_CHARACTERS = 1_000;
const MOST_PIECES = 12;

/** A chunk to read, and the offset of its text in the chunk it was cut from. */
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
