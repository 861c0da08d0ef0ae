import { isUsableChunk } from '../context/number-sources.js';
import type { AttachedFile, TurnStep } from '../messages/chat-message.js';
import { ReferenceManager } from '../sources/reference-manager.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { RunTurnOptions } from './run-turn-options.js';

/**
 * REF-1: the reference manager at the start of a turn: the calls it was given and, on demand, what earlier turns found.
 */
export function bookOfTurn({ context, initialSteps }: RunTurnOptions): ReferenceManager {
  const book = new ReferenceManager({
    earlier: () => context.pastTurns.flatMap((turn) => chunksOf(turn.assistant?.steps ?? [])),
  });
  for (const step of initialSteps ?? [])
    for (const { callId, outcome } of step.calls)
      book.collect(callId, outcome?.chunks?.filter(isUsableChunk) ?? []);
  return book;
}

/** The files of the conversation, those of the newest message first. */
export function* filesOfTurn({ user, context }: RunTurnOptions): Iterable<AttachedFile> {
  yield* user.files;
  for (const turn of context.pastTurns.toReversed()) yield* turn.user.files;
  yield* context.project?.files ?? [];
}

function chunksOf(steps: readonly TurnStep[]): RetrievedChunk[] {
  return steps.flatMap(({ calls }) =>
    calls.flatMap(({ outcome }) => outcome?.chunks?.filter(isUsableChunk) ?? []),
  );
}
