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
