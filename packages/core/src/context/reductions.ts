import type { AttachedFile } from '../messages/chat-message.js';
import type { CurrentTurn, CurrentTurnState } from './current-turn.js';
import { includedText } from './render-files.js';
import { SHORT_CHARACTERS, WORTH_SHORTENING } from './render-tool-result.js';

/** One thing that fitting may take from the current turn, with about what it gives. */
export type Reduction = { saves: number } & (
  | { kind: 'passage' | 'short' | 'bare'; call: number }
  | { kind: 'file'; fileId: string }
  | { kind: 'user' }
  | { kind: 'earlier' }
);

/** Number, title and the like around a passage that is alone in its document. */
const PASSAGE_FRAME = 24;

/** What stands in place of a result is about this long; a shorter result stays. */
const PLACEHOLDER_CHARACTERS = 200;

/**
 * CTX-11 (2) and (3) as one fixed order, so that less room only ever goes further along it: passages that were brought
 * back from earlier turns; passages by rank across all calls, worst first, older call first; then texts of tools, oldest first; then the message's own files, largest
 * first, and its text if it is over its share; and only when all that is not enough, what was kept as the least.
 */
export function reductionsOf(options: {
  turn: CurrentTurn;
  files: readonly AttachedFile[];
  /** Whether the current message is over its share of the budget. */
  pageUser: boolean;
  descriptorsEnabled: boolean;
  count: (text: string) => number;
}): Reduction[] {
  const { turn, count } = options;
  const passages: (Reduction & { rank: number; call: number })[] = [];
  const texts: Reduction[] = [];
  const best: Reduction[] = [];
  const bare: Reduction[] = [];
  for (const [call, view] of turn.views.entries()) {
    const outcome = view.call.outcome;
    if (!outcome || (options.descriptorsEnabled && !view.call.descriptor)) continue;
    for (let rank = view.fresh.length - 1; rank >= 1; rank -= 1) {
      const text = view.fresh[rank]?.chunk.text ?? '';
      passages.push({ kind: 'passage', call, rank, saves: count(text) + PASSAGE_FRAME });
    }
    const whole = turn.result(view, view.fresh.length, 'full').text;
    const isPage = outcome.isDescriptorPage === true;
    const only = view.fresh.length > 0 ? (view.fresh[0]?.chunk.text ?? '') : whole;
    const least = only.slice(0, SHORT_CHARACTERS);
    // A page of a descriptor is never wrapped again (FD-1): it makes room as a whole, and is asked for again.
    if (only.length > WORTH_SHORTENING) {
      const saves = count(only.slice(SHORT_CHARACTERS));
      if (view.fresh.length > 0) best.push({ kind: 'short', call, saves });
      else texts.push({ kind: isPage ? 'bare' : 'short', call, saves });
    }
    if (whole.length > PLACEHOLDER_CHARACTERS) bare.push({ kind: 'bare', call, saves: count(least) });
  }
  passages.sort((left, right) => right.rank - left.rank || left.call - right.call);
  const files: Reduction[] = options.files
    .filter(
      (file) =>
        file.descriptor !== null && (includedText(file)?.length ?? 0) > turn.settings.previewCharacters,
    )
    .map((file) => ({ kind: 'file' as const, fileId: file.fileId, saves: count(file.text ?? '') }))
    .sort((left, right) => right.saves - left.saves);
  const user: Reduction[] = options.pageUser ? [{ kind: 'user', saves: turn.user(false).tokens }] : [];
  const earlier: Reduction[] =
    turn.earlier.shown.length > 0 ? [{ kind: 'earlier', saves: turn.earlier.block.tokens }] : [];
  return [...earlier, ...passages, ...texts, ...files, ...user, ...best, ...bare];
}

/** The state after the first `applied` of them. */
export function reduce(
  start: CurrentTurnState,
  reductions: readonly Reduction[],
  applied: number,
): CurrentTurnState {
  const kept = [...start.kept];
  const levels = [...start.levels];
  const pagedFiles = new Set(start.pagedFiles);
  let { userPaged, withEarlier } = start;
  for (const reduction of reductions.slice(0, applied)) {
    if (reduction.kind === 'passage') kept[reduction.call] = (kept[reduction.call] ?? 1) - 1;
    else if (reduction.kind === 'file') pagedFiles.add(reduction.fileId);
    else if (reduction.kind === 'user') userPaged = true;
    else if (reduction.kind === 'earlier') withEarlier = false;
    else levels[reduction.call] = reduction.kind;
  }
  return { kept, levels, pagedFiles, userPaged, withEarlier };
}
