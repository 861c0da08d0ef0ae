/** Number, title and the like around a passage. */
export const PASSAGE_FRAME = 24;

/** How many things to leave out, in their order, until what they are said to save is enough. The start of a search. */
export function firstEnough(reductions: readonly { saves: number }[], excess: number): number {
  let applied = 0;
  for (let saved = 0; applied < reductions.length && saved < excess; applied += 1)
    saved += reductions[applied]?.saves ?? 0;
  return applied;
}

/** CTX-11 (2): passages leave by rank across all calls, worst first, and of the same rank the older call's first. */
export function worstFirst(
  left: { rank: number; call: number },
  right: { rank: number; call: number },
): number {
  return right.rank - left.rank || left.call - right.call;
}

/**
 * The number of reductions to apply: starts at an estimate, gives back while it still fits, takes more while it does
 * not. When the estimate never rises with the room, neither does the result: less room never keeps more. Null when
 * even all of them are not enough.
 */
export function smallestFitting(options: {
  least: number;
  most: number;
  start: number;
  fits: (reductions: number) => boolean;
}): number | null {
  const { least, most, fits } = options;
  let reductions = Math.min(Math.max(options.start, least), most);
  if (fits(reductions)) {
    while (reductions > least && fits(reductions - 1)) reductions -= 1;
    return reductions;
  }
  while (reductions < most) {
    reductions += 1;
    if (fits(reductions)) return reductions;
  }
  return null;
}
