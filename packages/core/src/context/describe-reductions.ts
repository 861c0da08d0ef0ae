import type { ContextInput } from './context-input.js';
import type { ContextPart, ContextRemoval } from './context-report.js';
import type { CurrentTurn, CurrentTurnState, RenderedCurrentTurn } from './current-turn.js';
import type { PagedOutThing } from './render-removed-list.js';
import type { CallView } from './view-calls.js';

/** Cutting is data: what was taken from the current turn, for the report and for the list the model reads. */
export function describeReductions(options: {
  input: ContextInput;
  turn: CurrentTurn;
  start: CurrentTurnState;
  state: CurrentTurnState;
  before: RenderedCurrentTurn;
  after: RenderedCurrentTurn;
  count: (text: string) => number;
}): { removals: ContextRemoval[]; pagedOut: PagedOutThing[] } {
  const { input, turn, start, state, before, after } = options;
  const removals: ContextRemoval[] = [];
  const pagedOut: PagedOutThing[] = [];
  const sizesBefore = resultTokens(before.steps.parts);
  const sizesAfter = resultTokens(after.steps.parts);
  for (const [index, view] of turn.views.entries()) {
    const kept = state.kept[index] ?? 0;
    const level = state.levels[index] ?? 'full';
    if (kept === start.kept[index] && level === start.levels[index]) continue;
    const descriptor = view.call.descriptor ?? null;
    const what = wordsFor(view, kept, level === 'full');
    pagedOut.push({ what: `${view.call.toolName}: ${what}`, descriptor });
    removals.push({
      kind: 'tool-result',
      action: 'paged-out',
      origin: view.call.callId,
      reason: `${what}; the results of this turn did not fit`,
      tokensBefore: sizesBefore.get(view.call.callId) ?? 0,
      tokensAfter: sizesAfter.get(view.call.callId) ?? 0,
      descriptor,
    });
  }
  for (const file of input.current.user.files) {
    if (!state.pagedFiles.has(file.fileId)) continue;
    pagedOut.push({ what: `file "${file.name}", all but its beginning`, descriptor: file.descriptor });
    removals.push({
      kind: 'files',
      action: 'paged-out',
      origin: file.name,
      reason: 'the files of the current message did not fit',
      tokensBefore: options.count(file.text ?? ''),
      tokensAfter: options.count((file.text ?? '').slice(0, turn.settings.previewCharacters)),
      descriptor: file.descriptor,
    });
  }
  if (state.userPaged && !start.userPaged) {
    const { user } = input.current;
    pagedOut.push({ what: 'the middle of the current message', descriptor: user.descriptor ?? null });
    removals.push({
      kind: 'user',
      action: 'paged-out',
      origin: user.id,
      reason: 'the current message is over its share',
      tokensBefore: before.user.tokens,
      tokensAfter: after.user.tokens,
      descriptor: user.descriptor ?? null,
    });
  }
  return { removals, pagedOut };
}

function wordsFor(view: CallView, kept: number, whole: boolean): string {
  if (view.fresh.length === 0) return 'most of the result';
  const missing = view.fresh.slice(kept);
  if (missing.length === 0 || !whole) return 'most of the passages';
  const documents = [...new Set(missing.map(({ number }) => `[${number}]`))].slice(0, MOST_DOCUMENTS);
  const passages = missing.length === 1 ? '1 passage' : `${missing.length} passages`;
  return `${passages} of ${documents.join(' ')}`;
}

const MOST_DOCUMENTS = 8;

function resultTokens(parts: readonly ContextPart[]): Map<string, number> {
  return new Map(
    parts.filter((part) => part.kind === 'tool-result').map((part) => [part.origin, part.tokens]),
  );
}
