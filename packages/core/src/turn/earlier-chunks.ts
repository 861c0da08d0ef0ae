import type { PastTurn } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../references/retrieved-chunk.js';
import type { Source } from '../references/source.js';

/** Finds what earlier turns brought of a source. Looked up only when an answer cites one that is not shown any more. */
export function earlierChunksOf(
  pastTurns: readonly PastTurn[],
): (source: Source) => readonly RetrievedChunk[] {
  let byItem: Map<string, RetrievedChunk[]> | null = null;
  return (source) => {
    byItem ??= index(pastTurns);
    return byItem.get(source.itemId) ?? [];
  };
}

function index(pastTurns: readonly PastTurn[]): Map<string, RetrievedChunk[]> {
  const byItem = new Map<string, RetrievedChunk[]>();
  for (const turn of pastTurns) {
    for (const step of turn.assistant?.steps ?? []) {
      for (const call of step.calls) {
        for (const chunk of call.outcome?.chunks ?? []) {
          const chunks = byItem.get(chunk.itemId);
          if (chunks) chunks.push(chunk);
          else byItem.set(chunk.itemId, [chunk]);
        }
      }
    }
  }
  return byItem;
}
