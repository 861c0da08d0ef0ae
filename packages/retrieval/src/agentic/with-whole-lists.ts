import type { RetrievedChunk } from '@ibid/core';
import { listedFrom, listedTo } from '../extractive/step-lists.js';
import { stepQuestion } from '../extractive/step-question.js';
import { chunkOf } from './evidence.js';
import type { ScopedKnowledge } from './scoped-knowledge.js';

/** How many of the best chunks are looked at. */
const LOOKED_AT = 4;
/** Chunks read on each side of one. */
const REACH = 4;

/**
 * If the question asks about steps, reads on where a numbered list runs over the end of a passage, and back where one
 * starts in the middle: steps that were not read would be missing from a count.
 */
export async function withWholeLists(
  question: string,
  found: readonly RetrievedChunk[],
  knowledge: ScopedKnowledge,
): Promise<RetrievedChunk[]> {
  if (stepQuestion(question) === null) return [...found];
  const known = new Set(found.map(({ chunkId }) => chunkId));
  const all: RetrievedChunk[] = [];
  for (const [place, chunk] of found.entries()) {
    all.push(chunk);
    if (place >= LOOKED_AT) continue;
    const others = (await besideIt(chunk, knowledge)).filter(({ chunkId }) => !known.has(chunkId));
    for (const { chunkId } of others) known.add(chunkId);
    all.push(...others);
  }
  return all;
}

async function besideIt(chunk: RetrievedChunk, knowledge: ScopedKnowledge): Promise<RetrievedChunk[]> {
  const { ordinal, itemId, text } = chunk;
  if (ordinal === undefined || text === null) return [];
  const goesOn = listedTo(text) !== null;
  const begins = listedFrom(text) ?? 1;
  if (!goesOn && begins === 1) return [];
  const item = await knowledge.getItem(itemId);
  if (!item) return [];
  const read = await knowledge.readChunks(itemId, {
    from: begins === 1 ? ordinal : Math.max(0, ordinal - REACH),
    to: goesOn ? ordinal + REACH : ordinal,
  });
  const beside: typeof read = [];
  let last = listedTo(text);
  for (const next of read.filter((one) => one.ordinal > ordinal)) {
    if (last === null || listedFrom(next.text) !== last + 1) break;
    beside.push(next);
    last = listedTo(next.text);
  }
  let first: number | null = begins;
  for (const before of read.filter((one) => one.ordinal < ordinal).toReversed()) {
    if (first === null || first === 1 || listedTo(before.text) !== first - 1) break;
    beside.unshift(before);
    first = listedFrom(before.text);
  }
  return beside.map((one) => ({ ...chunkOf(one, item), score: chunk.score }));
}
