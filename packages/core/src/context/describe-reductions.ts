import type { ContextInput } from './context-input.js';
import type { ContextPart, ContextRemoval } from './context-report.js';
import type { CurrentTurn, CurrentTurnState, RenderedCurrentTurn } from './current-turn.js';
import type { PagedOutThing } from './render-removed-list.js';
import type { CallView } from './view-calls.js';

interface ReductionOptions {
  input: ContextInput;
  turn: CurrentTurn;
  start: CurrentTurnState;
  state: CurrentTurnState;
}

/** What was taken from the current turn, in the words of the list that the model reads. */
export function listReductions(options: ReductionOptions): PagedOutThing[] {
  const { input, turn, start, state } = options;
  const things: PagedOutThing[] = [];
  for (const { view, words } of reducedCalls(options)) {
    things.push({ what: `${view.call.toolName}: ${words}`, descriptor: view.call.descriptor ?? null });
  }
  for (const { origin } of earlierParts(options))
    things.push({ what: `${origin}, named again`, descriptor: turn.earlier.descriptors[0] ?? null });
  for (const file of input.current.user.files) {
    if (!state.pagedFiles.has(file.fileId)) continue;
    things.push({ what: `file "${file.name}", all but its beginning`, descriptor: file.descriptor });
  }
  if (state.userPaged && !start.userPaged && turn.canPageUser()) {
    const descriptor = input.current.user.descriptor ?? null;
    things.push({ what: 'the middle of the current message', descriptor });
  }
  return things;
}

/** Cutting is data: the same for the report, with the sizes before and after. */
export function describeReductions(
  options: ReductionOptions & {
    before: RenderedCurrentTurn;
    after: RenderedCurrentTurn;
    count: (text: string) => number;
  },
): ContextRemoval[] {
  const { input, turn, start, state, before, after, count } = options;
  const removals: ContextRemoval[] = [];
  const sizesBefore = resultTokens(before.steps.parts);
  const sizesAfter = resultTokens(after.steps.parts);
  for (const { view, words } of reducedCalls(options)) {
    removals.push({
      kind: 'tool-result',
      action: 'paged-out',
      origin: view.call.callId,
      reason: `${words}; the results of this turn did not fit`,
      tokensBefore: sizesBefore.get(view.call.callId) ?? 0,
      tokensAfter: sizesAfter.get(view.call.callId) ?? 0,
      descriptor: view.call.descriptor ?? null,
    });
  }
  for (const { origin, tokens } of earlierParts(options))
    removals.push({
      kind: 'files',
      action: 'paged-out',
      origin,
      reason: 'passages of earlier turns, named again, did not fit',
      tokensBefore: tokens,
      tokensAfter: 0,
      descriptor: turn.earlier.descriptors[0] ?? null,
    });
  for (const file of input.current.user.files) {
    if (!state.pagedFiles.has(file.fileId)) continue;
    const text = file.text ?? '';
    removals.push({
      kind: 'files',
      action: 'paged-out',
      origin: file.name,
      reason: 'the files of the current message did not fit',
      tokensBefore: count(text),
      tokensAfter: count(text.slice(0, turn.settings.previewCharacters)),
      descriptor: file.descriptor,
    });
  }
  if (state.userPaged && !start.userPaged) {
    removals.push({
      kind: 'user',
      action: 'paged-out',
      origin: input.current.user.id,
      reason: 'the current message is over its share',
      tokensBefore: before.user.tokens,
      tokensAfter: after.user.tokens,
      descriptor: input.current.user.descriptor ?? null,
    });
  }
  return removals;
}

/** Passages that had been brought back, where they had to go again. */
function earlierParts({ turn, start, state }: ReductionOptions): readonly ContextPart[] {
  return start.withEarlier && !state.withEarlier ? turn.earlier.block.parts : [];
}

function reducedCalls({ turn, start, state }: ReductionOptions): { view: CallView; words: string }[] {
  return turn.views.flatMap((view, index) => {
    const kept = state.kept[index] ?? 0;
    const level = state.levels[index] ?? 'full';
    if (kept === start.kept[index] && level === start.levels[index]) return [];
    return [{ view, words: wordsFor(view, kept, level === 'full') }];
  });
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
