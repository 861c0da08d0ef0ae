import type { StepContext } from './context-input.js';
import type { ContextRemoval } from './context-report.js';
import type { CurrentTurn } from './current-turn.js';
import type { CurrentTurnState } from './current-turn-state.js';
import type { CallInContext } from './view-calls.js';

/** One thing removed from the current turn, for the list that the model reads and for the report. */
export interface ReducedThing {
  kind: ContextRemoval['kind'];
  /** For the report. */
  origin: string;
  reason: string;
  /** For the model, in a few words, e.g. `search_content: 4 passages`. */
  what: string;
  descriptor: string | null;
  tokens: (state: CurrentTurnState) => number;
}

interface ReductionOptions {
  input: StepContext;
  turn: CurrentTurn;
  state: CurrentTurnState;
}

/** Everything that a state has less than the start, in order of position. */
export function reducedThings(options: ReductionOptions): ReducedThing[] {
  const { input, turn, state } = options;
  return [
    ...droppedSteps(options),
    ...reducedCalls(options),
    ...shortArguments(options),
    ...earlierParts(options),
    ...reducedFiles(options),
    ...input.current.user.images
      .filter((image) => state.markedImages.has(image.fileId))
      .map((image) => imageThing(turn, image)),
    ...reducedUser(options),
  ];
}

/** The same things with their sizes before and after. */
export function describeReductions(options: ReductionOptions): ContextRemoval[] {
  return reducedThings(options).map(({ kind, origin, reason, descriptor, tokens }) => ({
    kind,
    action: 'paged-out',
    origin,
    reason,
    tokensBefore: tokens(options.turn.start),
    tokensAfter: tokens(options.state),
    descriptor,
  }));
}

function droppedSteps({ input, turn, state }: ReductionOptions): ReducedThing[] {
  if (state.droppedSteps === 0) return [];
  return turn.views.flatMap((view, call) =>
    view.step < state.droppedSteps
      ? [
          {
            kind: 'tool-call' as const,
            origin: view.call.callId,
            reason: 'the oldest steps of this turn did not fit',
            what: `the call of ${view.call.toolName} in step ${view.step + 1}`,
            descriptor: handleOf(input, view),
            tokens: (of: CurrentTurnState) =>
              view.step < of.droppedSteps
                ? 0
                : turn.resultTokens(call, of.kept[call] ?? 0, of.levels[call] ?? 'full'),
          },
        ]
      : [],
  );
}

function reducedCalls({ input, turn, state }: ReductionOptions): ReducedThing[] {
  return turn.views.flatMap((view, call) => {
    const kept = state.kept[call] ?? 0;
    const level = state.levels[call] ?? 'full';
    if (view.step < state.droppedSteps) return [];
    if (kept === turn.start.kept[call] && level === turn.start.levels[call]) return [];
    const words = wordsFor(view, kept, level === 'full');
    return [
      {
        kind: 'tool-result' as const,
        origin: view.call.callId,
        reason: `${words}; the results of this turn did not fit`,
        what: `${view.call.toolName}: ${words}`,
        descriptor: handleOf(input, view),
        tokens: (of: CurrentTurnState) =>
          turn.resultTokens(call, of.kept[call] ?? 0, of.levels[call] ?? 'full'),
      },
    ];
  });
}

/** A page of a descriptor can be read again from the handle it came from. */
function handleOf(input: StepContext, { call }: CallInContext): string | null {
  if (!input.descriptorsEnabled) return null;
  if (call.descriptor) return call.descriptor;
  if (!call.outcome?.isDescriptorPage || typeof call.input !== 'object') return null;
  const named = call.input as { fd?: unknown; ref_id?: unknown } | null;
  if (typeof named?.fd === 'string') return named.fd;
  return typeof named?.ref_id === 'string' ? `ref:${named.ref_id}` : null;
}

function shortArguments({ input, turn, state }: ReductionOptions): ReducedThing[] {
  return [...state.shortCalls].flatMap((call) => {
    const view = turn.views[call];
    if (!view || view.step < state.droppedSteps) return [];
    return [
      {
        kind: 'tool-call' as const,
        origin: view.call.callId,
        reason: 'the arguments of this call did not fit',
        what: `most of the arguments of ${view.call.toolName}`,
        descriptor: handleOf(input, view),
        tokens: (of: CurrentTurnState) => turn.argumentTokens(call, of.shortCalls.has(call)),
      },
    ];
  });
}

/** Passages that were brought back and then did not fit. */
function earlierParts({ turn, state }: ReductionOptions): ReducedThing[] {
  if (state.withEarlier) return [];
  return turn.earlier.block.parts.map(({ origin, tokens }) => ({
    kind: 'files',
    origin,
    reason: 'passages of earlier turns, named again, did not fit',
    what: `${origin}, named again`,
    descriptor: turn.earlier.descriptors[0] ?? null,
    tokens: (of) => (of.withEarlier ? tokens : 0),
  }));
}

function reducedFiles({ input, turn, state }: ReductionOptions): ReducedThing[] {
  return turn.listedFiles.flatMap((listed) => {
    const { file } = listed;
    const level = state.files.get(file.fileId) ?? 'full';
    if (level === 'full' || listed.sameAs !== null) return [];
    return [
      {
        kind: 'files' as const,
        origin: file.name,
        reason: 'the files of the current message did not fit',
        what: `file "${file.name.slice(0, LONGEST_NAME)}"${level === 'preview' ? ', all but its beginning' : ''}`,
        descriptor: input.descriptorsEnabled ? file.descriptor : null,
        tokens: (of: CurrentTurnState) => turn.file(listed, of.files.get(file.fileId) ?? 'full').tokens,
      },
    ];
  });
}

function imageThing(turn: CurrentTurn, image: { fileId: string; name: string }): ReducedThing {
  return {
    kind: 'images',
    origin: image.fileId,
    reason: 'the images of the current message did not fit',
    what: `image "${image.name.slice(0, LONGEST_NAME)}"`,
    descriptor: null,
    tokens: ({ user, markedImages }) =>
      turn.user(user, markedImages).parts.find(({ origin }) => origin === image.fileId)?.tokens ?? 0,
  };
}

function reducedUser({ input, turn, state }: ReductionOptions): ReducedThing[] {
  if (state.user === turn.start.user) return [];
  return [
    {
      kind: 'user',
      origin: input.current.user.id,
      reason: 'the current message did not fit',
      what: 'most of the current message',
      descriptor: turn.userHandle,
      tokens: ({ user, markedImages }) => turn.user(user, markedImages).parts[0]?.tokens ?? 0,
    },
  ];
}

function wordsFor(view: CallInContext, kept: number, whole: boolean): string {
  if (view.fresh.length === 0) return 'most of the result';
  const missing = view.fresh.slice(kept);
  if (missing.length === 0 || !whole) return 'most of the passages';
  const documents = [...new Set(missing.map(({ number }) => `[${number}]`))].slice(0, MOST_DOCUMENTS);
  const passages = missing.length === 1 ? '1 passage' : `${missing.length} passages`;
  return `${passages} of ${documents.join(' ')}`;
}

const MOST_DOCUMENTS = 8;
const LONGEST_NAME = 80;
