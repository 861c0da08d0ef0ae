import type { ToolCallRecord, TurnStep } from '../messages/chat-message.js';
import { type RetrievedChunk, sourceIdOf } from '../references/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../references/source.js';
import { isUsableChunk, sourceOf } from './number-sources.js';

export interface NumberedChunk {
  number: number;
  chunk: RetrievedChunk;
}

/** One call of this turn as the model is to see it, before anything is left out. */
export interface CallView {
  call: ToolCallRecord;
  step: number;
  /** What this call was the first to show, best first. */
  fresh: NumberedChunk[];
  /** Numbers of documents it found again; their text stands above. */
  repeated: number[];
  /** Chunks that were malformed and skipped. */
  skipped: number;
}

/**
 * REF-4 over all calls of the turn: a chunk is shown once, where it first had text, so that what was already sent
 * never changes and the prefix holds. Within a call the best score wins, text beats no text, order is by score.
 */
export function viewCalls(options: { steps: readonly TurnStep[]; ledger: SourceLedgerSnapshot }): CallView[] {
  const shown = new Set<string>();
  const views: CallView[] = [];
  for (const [step, { calls }] of options.steps.entries()) {
    for (const call of calls) {
      const view: CallView = { call, step, fresh: [], repeated: [], skipped: 0 };
      const chunks = Array.isArray(call.outcome?.chunks) ? call.outcome.chunks : [];
      const usable = chunks.filter(isUsableChunk);
      view.skipped = chunks.length - usable.length;
      const repeated = new Set<number>();
      for (const chunk of bestFirst(usable)) {
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

function bestFirst(chunks: readonly RetrievedChunk[]): RetrievedChunk[] {
  const byId = new Map<string, RetrievedChunk>();
  for (const chunk of chunks) {
    const id = sourceIdOf(chunk);
    const known = byId.get(id);
    byId.set(id, known ? merge(known, chunk) : chunk);
  }
  return [...byId.values()].sort((left, right) => scoreOf(right) - scoreOf(left));
}

function merge(left: RetrievedChunk, right: RetrievedChunk): RetrievedChunk {
  const better = scoreOf(right) > scoreOf(left) ? right : left;
  const text = better.text ?? left.text ?? right.text;
  return text === better.text ? better : { ...better, text };
}

function scoreOf(chunk: RetrievedChunk): number {
  return typeof chunk.score === 'number' && !Number.isNaN(chunk.score) ? chunk.score : -Number.MAX_VALUE;
}
