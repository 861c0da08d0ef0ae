import type { RetrievedChunk } from '../sources/retrieved-chunk.js';

/**
 * A passage that an application's tool found. `itemId` identifies its document, which gets one number; without it, each
 * text counts as a separate document. The other fields are filled in.
 *
 * ```ts
 * import type { CitablePassage } from '@ibid/core/ai-sdk';
 *
 * const passage: CitablePassage = { text: 'The budget was approved on 4 May.', title: 'Budget' };
 * ```
 */
export type CitablePassage = Pick<RetrievedChunk, 'text'> & Partial<RetrievedChunk>;

const TITLE_CHARACTERS = 80;

/** Passages of one item are distinguished by their text if the tool has no ids for them. */
export function asChunk(passage: CitablePassage): RetrievedChunk {
  const key = textKey(passage.text ?? '');
  const { itemId = key } = passage;
  const title = shortened(passage.itemId ?? passage.text ?? '');
  return { chunkId: key, title, score: null, ...passage, itemId };
}

function shortened(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= TITLE_CHARACTERS ? line : `${line.slice(0, TITLE_CHARACTERS - 1).trimEnd()}…`;
}

/** A short, deterministic key of a text. Not cryptographic. */
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
