/** Tokens around a passage: number, title and so on. */
export const PASSAGE_FRAME = 24;

/** How many reductions to apply, in order, until their estimated savings are enough. The start of a search. */
export function firstEnough(reductions: readonly { saves: number }[], excess: number): number {
  let applied = 0;
  for (let saved = 0; applied < reductions.length && saved < excess; applied += 1)
    saved += reductions[applied]?.saves ?? 0;
  return applied;
}

/** CTX-11 (2): passages are removed by rank across all calls, worst first; at equal rank, the older call's first. */
export function worstFirst(
  left: { rank: number; call: number },
  right: { rank: number; call: number },
): number {
  return right.rank - left.rank || left.call - right.call;
}

/**
 * The number of reductions to apply. Starts at an estimate, gives back while the result still fits and takes more while
 * it does not. If the estimate never rises with the room, neither does the result: less room never keeps more. Null if
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
