import type { RetrievedChunk } from '../references/retrieved-chunk.js';

/** A passage that an application's own tool found: the item it is of, and its text. The rest is filled in. */
export type CitablePassage = Pick<RetrievedChunk, 'itemId' | 'text'> & Partial<RetrievedChunk>;

/** Passages of one item are told apart by their text where the tool has no ids for them. */
export function asChunk(passage: CitablePassage): RetrievedChunk {
  const { itemId, text } = passage;
  return { chunkId: textKey(text ?? ''), title: itemId, score: null, ...passage };
}

/** Short and the same for the same text; no secret hangs on it. */
function textKey(text: string): string {
  let high = 0x811c9dc5;
  let low = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 13);
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
}
