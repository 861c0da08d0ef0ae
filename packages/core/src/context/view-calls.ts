import type { ToolCallRecord, TurnStep } from '../messages/chat-message.js';
import { deduplicateChunks, type SkippedChunk } from '../sources/deduplicate-chunks.js';
import { type RetrievedChunk, sourceIdOf } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { isUsableChunk, sourceOf } from './number-sources.js';

export interface NumberedChunk {
  number: number;
  chunk: RetrievedChunk;
}

/** One call of this turn as the model sees it, before anything is left out. */
export interface CallInContext {
  call: ToolCallRecord;
  step: number;
  /** Passages that this call is the first to show, best first. */
  fresh: NumberedChunk[];
  /** Numbers of documents found again; their text is shown above. */
  repeated: number[];
  /** Number of malformed chunks that were skipped. */
  skipped: number;
}

/**
 * REF-4 over all calls of the turn: a chunk is shown once, where it first had text, so text already sent never changes
 * and the prefix stays valid. A later call lists it as found again. Chunks are ordered by score within each call.
 */
export function viewCalls(options: {
  steps: readonly TurnStep[];
  ledger: SourceLedgerSnapshot;
}): CallInContext[] {
  const shown = new Set<string>();
  const views: CallInContext[] = [];
  for (const [step, { calls }] of options.steps.entries()) {
    for (const call of calls) {
      const view: CallInContext = { call, step, fresh: [], repeated: [], skipped: 0 };
      const found = deduplicateChunks({
        calls: [{ callId: call.callId, chunks: call.outcome?.chunks }],
        keepUnscored: true,
      });
      view.skipped = found.skipped.filter(({ reason }) => reason === 'malformed').length;
      const repeated = new Set<number>();
      for (const chunk of [...found.chunks, ...withoutText(call, found.skipped)]) {
        const number = sourceOf(options.ledger, chunk.itemId)?.number;
        if (number === undefined) continue;
        if (shown.has(sourceIdOf(chunk))) repeated.add(number);
        else view.fresh.push({ number, chunk });
      }
      for (const { chunk } of view.fresh) if (chunk.text !== null) shown.add(sourceIdOf(chunk));
      view.repeated = [...repeated];
      views.push(view);
    }
  }
  return views;
}

/** Documents that a search named without their text are still listed: the model can ask for more of them. */
function withoutText(call: ToolCallRecord, skipped: readonly SkippedChunk[]): RetrievedChunk[] {
  const ids = new Set(skipped.filter(({ reason }) => reason === 'no-text').map(({ sourceId }) => sourceId));
  const chunks: RetrievedChunk[] = [];
  for (const chunk of ids.size === 0 ? [] : (call.outcome?.chunks ?? [])) {
    if (!isUsableChunk(chunk) || !ids.delete(sourceIdOf(chunk))) continue;
    chunks.push({ ...chunk, text: null });
  }
  return chunks;
}
