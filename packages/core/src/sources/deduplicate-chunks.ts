import { type RetrievedChunk, sourceIdOf } from './retrieved-chunk.js';

/** A chunk that was left out, and why, for the log and the page. */
export interface SkippedChunk {
  callId: string;
  /** Null if the result was too malformed to have one. */
  sourceId: string | null;
  reason: 'malformed' | 'no-text' | 'no-score';
}

/** The chunks of a turn's calls, each once and best first, and the chunks left out. */
export interface DeduplicatedChunks {
  /** Each chunk once, best score first; equal scores in order of appearance. */
  chunks: RetrievedChunk[];
  skipped: SkippedChunk[];
  /** How many chunks had been found before. */
  repeated: number;
}

interface Candidate {
  chunk: RetrievedChunk;
  callId: string;
}

/**
 * REF-4, over all calls of a turn: the best score wins, text beats no text, and chunks are ordered by score. Malformed
 * results are skipped and reported, and never break the turn: `chunks` of a call may be any value.
 */
export function deduplicateChunks(options: {
  calls: readonly { callId: string; chunks: unknown }[];
  /** Keep chunks without a score, at the end: pages that were read, not searched, have none. */
  keepUnscored?: boolean;
}): DeduplicatedChunks {
  const skipped: SkippedChunk[] = [];
  const byId = new Map<string, Candidate>();
  let repeated = 0;
  for (const { callId, chunks } of options.calls) {
    if (!Array.isArray(chunks)) {
      if (chunks !== undefined && chunks !== null)
        skipped.push({ callId, sourceId: null, reason: 'malformed' });
      continue;
    }
    for (const chunk of chunks as unknown[]) {
      if (!isChunk(chunk)) {
        skipped.push({ callId, sourceId: null, reason: 'malformed' });
        continue;
      }
      const id = sourceIdOf(chunk);
      const known = byId.get(id);
      if (known) repeated++;
      byId.set(id, known ? { ...known, chunk: merge(known.chunk, chunk) } : { chunk, callId });
    }
  }
  const kept: RetrievedChunk[] = [];
  for (const [sourceId, { chunk, callId }] of byId) {
    if (!chunk.text) skipped.push({ callId, sourceId, reason: 'no-text' });
    else if (!hasScore(chunk) && !options.keepUnscored)
      skipped.push({ callId, sourceId, reason: 'no-score' });
    else kept.push(chunk);
  }
  return { chunks: kept.sort((left, right) => scoreOf(right) - scoreOf(left)), skipped, repeated };
}

function isChunk(value: unknown): value is RetrievedChunk {
  if (typeof value !== 'object' || value === null) return false;
  const chunk = value as Partial<Record<keyof RetrievedChunk, unknown>>;
  const isText = chunk.text === null || chunk.text === undefined || typeof chunk.text === 'string';
  return (
    typeof chunk.itemId === 'string' && chunk.itemId !== '' && typeof chunk.chunkId === 'string' && isText
  );
}

function merge(left: RetrievedChunk, right: RetrievedChunk): RetrievedChunk {
  const better = scoreOf(right) > scoreOf(left) ? right : left;
  const other = better === left ? right : left;
  return better.text ? better : { ...better, text: other.text ?? null };
}

const hasScore = (chunk: RetrievedChunk) => typeof chunk.score === 'number' && !Number.isNaN(chunk.score);

const scoreOf = (chunk: RetrievedChunk) => (hasScore(chunk) ? (chunk.score ?? 0) : -Number.MAX_VALUE);
