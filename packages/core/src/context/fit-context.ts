import { type Block, emptyBlock, textBlock } from './block.js';
import type { StepContext } from './context-input.js';
import { ContextOverflow } from './context-overflow.js';
import type { BudgetTerms, ContextRemoval } from './context-report.js';
import type { CurrentTurn } from './current-turn.js';
import type { CurrentTurnState, RenderedCurrentTurn } from './current-turn-state.js';
import { describeReductions, reducedThings } from './describe-reductions.js';
import type { PreparedParts } from './prepare-parts.js';
import { reduce, reductionsOf } from './reductions.js';
import { historyListTokens, type PagedOutThing, renderRemovedList } from './render-removed-list.js';
import { firstEnough, smallestFitting } from './smallest-fitting.js';

export interface FittedContext {
  /** How many of the oldest turns are not shown, including those that a summary covers. */
  dropped: number;
  withSummary: boolean;
  current: RenderedCurrentTurn;
  removedList: Block;
  /** What was removed from the current turn. */
  removals: ContextRemoval[];
}

interface FitOptions {
  input: StepContext;
  budget: BudgetTerms;
  parts: PreparedParts;
  turn: CurrentTurn;
  count: (text: string) => number;
}

/**
 * CTX-11: drops past turns first, then reduces the current one, each only as far as needed. Throws if it still does not
 * fit.
 */
export function fitContext(options: FitOptions): FittedContext {
  const { parts, turn, budget } = options;
  // The room for naming dropped turns is reserved even if none are dropped. The same search then shows the same
  // documents in a fresh and in a full conversation.
  const reserve = turn.views.length > 0 ? historyListTokens(budget.window) : 0;
  const isWhole = parts.fixedTokens + turn.whole.tokens + reserve <= budget.available;
  const fitted = isWhole || reserve === 0 ? dropTurns(options) : null;
  return fitted ?? reduceCurrentTurn(options, reserve);
}

function dropTurns(options: FitOptions): FittedContext | null {
  const { parts, turn, budget } = options;
  const { history, covered } = parts;
  const current = turn.whole;
  const uncovered = history.turns.length - covered;
  const hasSummary = parts.summary.tokens > 0;
  const fixed = parts.fixedTokens + current.tokens;
  const tried = new Map<number, FittedContext>();
  const fittedWith = (drops: number): FittedContext => {
    const known = tried.get(drops);
    if (known) return known;
    const withSummary = hasSummary && drops <= uncovered;
    const dropped = covered + Math.min(drops, uncovered);
    const from = withSummary ? covered : 0;
    const removedList = listBlock(options, { from, dropped, pagedOut: [], brief: false });
    const fitted = { dropped, withSummary, current, removedList, removals: [] };
    tried.set(drops, fitted);
    return fitted;
  };
  const fits = (drops: number) => {
    const { dropped, withSummary, removedList } = fittedWith(drops);
    const past = (history.suffixTokens[dropped] ?? 0) + (withSummary ? parts.summary.tokens : 0);
    return fixed + past + removedList.tokens <= budget.available;
  };
  const most = uncovered + (hasSummary ? 1 : 0);
  const needed = smallestFitting({
    least: Math.max(0, history.leastDropped - covered),
    most,
    start: firstWithin(history.suffixTokens, budget.available - fixed - parts.summary.tokens) - covered,
    fits,
  });
  if (needed === null) return null;
  const inBlocks = nextBlock(options, needed);
  const drops =
    inBlocks === needed ? needed : smallestFitting({ least: inBlocks, most, start: inBlocks, fits });
  return drops === null ? null : fittedWith(drops);
}

/** The end of the block that contains the last dropped turn, for settings that drop turns in blocks. */
function nextBlock(options: FitOptions, drops: number): number {
  const { history, covered } = options.parts;
  const block = options.input.model.contextWindow * (options.input.settings.historyBlockShare ?? 0);
  const uncovered = history.turns.length - covered;
  if (block <= 0 || drops === 0 || drops >= uncovered) return drops;
  const before = history.suffixTokens[covered] ?? 0;
  const droppedWith = (turns: number) => before - (history.suffixTokens[covered + turns] ?? 0);
  const target = Math.ceil(droppedWith(drops) / block) * block;
  let end = drops;
  // The newest turn stays: dropping in blocks must not remove what was just said.
  while (end < uncovered - 1 && droppedWith(end) < target) end += 1;
  return end;
}

/** The fewest dropped turns after which the rest is within `room`. The sums decrease, so this is a binary search. */
function firstWithin(suffixTokens: readonly number[], room: number): number {
  let low = 0;
  let high = suffixTokens.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((suffixTokens[middle] ?? 0) <= room) high = middle;
    else low = middle + 1;
  }
  return low;
}

function reduceCurrentTurn(options: FitOptions, reserve: number): FittedContext {
  const { input, parts, turn, budget, count } = options;
  const reductions = reductionsOf({
    turn,
    images: input.current.user.images,
    steps: input.current.steps,
    vision: input.model.vision,
    count,
  });
  const dropped = parts.history.turns.length;
  const listWith = (state: CurrentTurnState) =>
    listBlock(options, {
      from: 0,
      dropped,
      pagedOut: reducedThings({ input, turn, state }),
      brief: state.briefList,
    });
  const fittedWith = (applied: number): FittedContext => {
    const state = reduce(turn.start, reductions, applied);
    const current = turn.render(state);
    const removals = describeReductions({ input, turn, state });
    return { dropped, withSummary: false, current, removedList: listWith(state), removals };
  };
  const ofThisTurn = (state: CurrentTurnState) =>
    listBlock(options, {
      from: dropped,
      dropped,
      pagedOut: reducedThings({ input, turn, state }),
      brief: state.briefList,
    });
  const fitsWith = (listTokens: (state: CurrentTurnState) => number) => (applied: number) => {
    const state = reduce(turn.start, reductions, applied);
    return parts.fixedTokens + turn.tokensOf(state) + listTokens(state) <= budget.available;
  };
  const search = (fits: (applied: number) => boolean) =>
    smallestFitting({
      least: 0,
      most: reductions.length,
      start: firstEnough(reductions, parts.fixedTokens + turn.whole.tokens - budget.available),
      fits,
    });
  const fits = fitsWith((state) => listWith(state).tokens);
  const fitsWithReserve = fitsWith((state) =>
    Math.max(reserve + ofThisTurn(state).tokens, listWith(state).tokens),
  );
  // If no state leaves the reserve free, the most reduced state that fits is used. Choosing by the actual list would
  // keep more in less room and show different documents in a fresh conversation than in a full one. The last reductions
  // may cost more than they save, because the removed parts have to be named.
  const mostReduced = () => {
    for (let applied = reductions.length; applied >= 0; applied -= 1) if (fits(applied)) return applied;
    return null;
  };
  const found = reserve > 0 ? (search(fitsWithReserve) ?? mostReduced()) : search(fits);
  if (found !== null) return fittedWith(found);
  throw overflow(options, fittedWith(reductions.length));
}

function listBlock(
  options: FitOptions,
  what: { from: number; dropped: number; pagedOut: readonly PagedOutThing[]; brief: boolean },
): Block {
  const { descriptorsEnabled } = options.input;
  const text = renderRemovedList({
    history: options.parts.history,
    descriptorsEnabled,
    window: options.budget.window,
    count: options.count,
    from: what.from,
    dropped: what.dropped,
    pagedOut: what.pagedOut,
    brief: what.brief,
  });
  if (text === '') return emptyBlock;
  const part = { kind: 'removed-list', origin: 'fitting', reason: 'names what was left out', text } as const;
  return textBlock({ role: 'user', part, count: options.count });
}

function overflow(options: FitOptions, least: FittedContext): ContextOverflow {
  const { parts, budget } = options;
  const blocks = [
    parts.system,
    parts.agent,
    parts.project.block,
    least.current.files,
    least.removedList,
    least.current.user,
    least.current.steps,
    parts.reminder,
  ];
  return new ContextOverflow({
    parts: blocks.flatMap((block) =>
      block.parts.map(({ kind, origin, tokens }) => ({ kind, origin, tokens })),
    ),
    budget,
  });
}
