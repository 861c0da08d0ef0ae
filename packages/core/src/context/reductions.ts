import type { AttachedImage, TurnStep } from '../messages/chat-message.js';
import { imageTokens } from '../tokens/image-tokens.js';
import type { CurrentTurn } from './current-turn.js';
import type { CurrentTurnState } from './current-turn-state.js';
import { LONG_ARGUMENTS } from './render-call.js';
import { includedText, type ShownLevel } from './render-files.js';
import { WORTH_SHORTENING } from './render-tool-result.js';
import { PASSAGE_FRAME, worstFirst } from './smallest-fitting.js';

/** One thing that fitting may remove from the current turn, with an estimate of the tokens saved. */
export type Reduction = { saves: number } & (
  | { kind: 'passage' | 'short' | 'bare' | 'arguments'; call: number }
  | { kind: 'file'; fileId: string; level: ShownLevel }
  | { kind: 'image'; fileId: string }
  | { kind: 'user'; level: ShownLevel }
  | { kind: 'step' | 'earlier' | 'list' }
);

/** Approximate size of a placeholder. A shorter result is kept. */
const PLACEHOLDER_TOKENS = 40;

/**
 * CTX-11 (2) to (4) as one fixed order, so less room only ever goes further along it:
 * - passages brought back from earlier turns
 * - passages by rank across all calls, worst first, older call first
 * - texts of tools, oldest first
 * - attachments, largest first: files to their previews, then to their handles, images to their markers
 * - the message itself
 * - if all that is not enough, the minimum kept so far: results to their handles, long arguments, the rest of the
 *   message, and finally the oldest steps of the turn
 */
export function reductionsOf(options: {
  turn: CurrentTurn;
  images: readonly AttachedImage[];
  steps: readonly TurnStep[];
  vision: boolean;
  count: (text: string) => number;
}): Reduction[] {
  const { turn, count } = options;
  const passages: (Reduction & { rank: number; call: number })[] = [];
  const texts: Reduction[] = [];
  const best: Reduction[] = [];
  const bare: Reduction[] = [];
  const long: Reduction[] = [];
  const lastStep = turn.views.at(-1)?.step;
  for (const [call, view] of turn.views.entries()) {
    const outcome = view.call.outcome;
    if (JSON.stringify(view.call.input).length > LONG_ARGUMENTS)
      long.push({ kind: 'arguments', call, saves: 0 });
    if (!outcome) continue;
    for (let rank = view.fresh.length - 1; rank >= 1; rank -= 1) {
      const text = view.fresh[rank]?.chunk.text ?? '';
      passages.push({ kind: 'passage', call, rank, saves: count(text) + PASSAGE_FRAME });
    }
    const least = turn.resultTokens(call, Math.min(1, view.fresh.length), 'full');
    if (outcome.isDescriptorPage === true) {
      // A page is never wrapped again (FD-1). It is removed as a whole and can be requested again. Pages requested in
      // the last step stay longest.
      const pages = view.step === lastStep ? bare : texts;
      if (least > PLACEHOLDER_TOKENS) pages.push({ kind: 'bare', call, saves: least });
      continue;
    }
    if (least > WORTH_SHORTENING) {
      const saves = least - turn.resultTokens(call, Math.min(1, view.fresh.length), 'short');
      (view.fresh.length > 0 ? best : texts).push({ kind: 'short', call, saves });
    }
    if (least > PLACEHOLDER_TOKENS)
      bare.push({ kind: 'bare', call, saves: Math.min(least, WORTH_SHORTENING) });
  }
  passages.sort(worstFirst);
  const earlier: Reduction[] =
    turn.earlier.shown.length > 0 ? [{ kind: 'earlier', saves: turn.earlier.block.tokens }] : [];
  const dropped = stepsToDrop(options.steps);
  return [
    ...earlier,
    ...passages,
    ...texts,
    ...fileReductions(turn),
    ...imageReductions(options),
    ...userReductions(turn, 'preview'),
    ...best,
    ...bare,
    ...long,
    ...userReductions(turn, 'handle'),
    { kind: 'list', saves: 0 },
    ...dropped,
  ];
}

/** Largest first. All files become previews before any becomes a bare handle. */
function fileReductions(turn: CurrentTurn): Reduction[] {
  const previews: Reduction[] = [];
  const handles: Reduction[] = [];
  for (const listed of turn.listedFiles) {
    if (includedText(listed.file) === null || listed.sameAs !== null) continue;
    const tokens = (level: ShownLevel) => turn.file(listed, level).tokens;
    const { fileId } = listed.file;
    const [full, preview, handle] = [tokens('full'), tokens('preview'), tokens('handle')];
    if (preview < full) previews.push({ kind: 'file', fileId, level: 'preview', saves: full - preview });
    const before = Math.min(full, preview);
    if (handle < before) handles.push({ kind: 'file', fileId, level: 'handle', saves: before - handle });
  }
  const largestFirst = (left: Reduction, right: Reduction) => right.saves - left.saves;
  return [...previews.sort(largestFirst), ...handles.sort(largestFirst)];
}

function imageReductions(options: { images: readonly AttachedImage[]; vision: boolean }): Reduction[] {
  if (!options.vision) return [];
  const images = [...new Map(options.images.map((image) => [image.fileId, image])).values()];
  return images
    .map((image) => ({ kind: 'image' as const, fileId: image.fileId, saves: imageTokens(image) }))
    .sort((left, right) => right.saves - left.saves);
}

/** Only if it saves tokens: the handle of a short message would be longer than its text. */
function userReductions(turn: CurrentTurn, level: ShownLevel): Reduction[] {
  const tokens = (of: ShownLevel) => turn.user(of, turn.start.markedImages).tokens;
  const preview = Math.min(tokens(turn.start.user), tokens('preview'));
  const before = level === 'preview' ? tokens(turn.start.user) : preview;
  const saves = before - tokens(level);
  return saves > 0 ? [{ kind: 'user', level, saves }] : [];
}

/** All but the last: a model that sees no trace of its last step repeats it. */
function stepsToDrop(steps: readonly TurnStep[]): Reduction[] {
  return steps.slice(1).map(() => ({ kind: 'step', saves: 0 }));
}

/** The state after the first `applied` reductions. */
export function reduce(
  start: CurrentTurnState,
  reductions: readonly Reduction[],
  applied: number,
): CurrentTurnState {
  const kept = [...start.kept];
  const levels = [...start.levels];
  const shortCalls = new Set(start.shortCalls);
  const files = new Map(start.files);
  const markedImages = new Set(start.markedImages);
  let { user, withEarlier, droppedSteps, briefList } = start;
  for (const reduction of reductions.slice(0, applied)) {
    if (reduction.kind === 'short' || reduction.kind === 'bare') levels[reduction.call] = reduction.kind;
    else if (reduction.kind === 'passage') kept[reduction.call] = (kept[reduction.call] ?? 1) - 1;
    else if (reduction.kind === 'file') files.set(reduction.fileId, reduction.level);
    else if (reduction.kind === 'image') markedImages.add(reduction.fileId);
    else if (reduction.kind === 'user') user = reduction.level;
    else if (reduction.kind === 'earlier') withEarlier = false;
    else if (reduction.kind === 'arguments') shortCalls.add(reduction.call);
    else if (reduction.kind === 'step') droppedSteps += 1;
    else briefList = true;
  }
  return { kept, levels, shortCalls, droppedSteps, files, markedImages, user, withEarlier, briefList };
}
