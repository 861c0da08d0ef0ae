import type { StepContext } from './context-input.js';
import type { ContextRemoval } from './context-report.js';
import type { CurrentTurn } from './current-turn.js';
import type { FittedContext } from './fit-context.js';

/** Approximate: counting text that is not shown is not worth its cost. */
const CHARACTERS_PER_TOKEN = 4;

/** FD-1: input shown as a preview only because of its length, before fitting. Each preview shows its own handle. */
export function previewRemovals(options: {
  input: StepContext;
  turn: CurrentTurn;
  fitted: FittedContext;
}): ContextRemoval[] {
  const { input, turn, fitted } = options;
  const removals: ContextRemoval[] = [];
  const { user } = input.current;
  if (turn.start.user === 'preview' && fitted.removals.every(({ kind }) => kind !== 'user')) {
    removals.push({
      kind: 'user',
      action: 'paged-out',
      origin: user.id,
      reason: LONG,
      tokensBefore: Math.ceil(user.text.length / CHARACTERS_PER_TOKEN),
      tokensAfter: fitted.current.user.parts[0]?.tokens ?? 0,
      descriptor: user.descriptor ?? null,
    });
  }
  const fittedCalls = new Set(fitted.removals.map((removal) => removal.origin));
  for (const [index, view] of turn.views.entries()) {
    const result = fitted.current.results[index];
    const further = view.call.outcome?.leftOutSize;
    if (further)
      removals.push({
        kind: 'tool-result',
        action: 'paged-out',
        origin: view.call.callId,
        reason: `${view.call.toolName} left out ${further.passages === 1 ? '1 part' : `${further.passages} parts`} for lack of room`,
        tokensBefore: Math.ceil(further.characters / CHARACTERS_PER_TOKEN),
        tokensAfter: 0,
        descriptor: view.call.descriptor ?? null,
      });
    if (!result || result.hiddenCharacters === 0 || fittedCalls.has(view.call.callId)) continue;
    const tokensAfter = Math.ceil(result.text.length / CHARACTERS_PER_TOKEN);
    removals.push({
      kind: 'tool-result',
      action: 'paged-out',
      origin: view.call.callId,
      reason: LONG,
      tokensBefore: tokensAfter + Math.ceil(result.hiddenCharacters / CHARACTERS_PER_TOKEN),
      tokensAfter,
      descriptor: view.call.descriptor ?? null,
    });
  }
  return removals;
}

export const LONG = 'too long to be shown in full';
