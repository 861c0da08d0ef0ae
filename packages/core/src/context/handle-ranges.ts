/** Names of at most this many stretches of handles are listed one by one; older ones are joined over their gaps. */
const MOST_RANGES = 16;
const MOST_NAMES = 16;

/**
 * Handles in few words: `fd:1 to fd:40, fd:43`. Where there are too many stretches, the oldest are named as one that
 * spans them all, so that every handle stays within what is named.
 */
export function handleRanges(handles: readonly string[]): string {
  const numbers: number[] = [];
  const names = new Set<string>();
  for (const handle of handles) {
    const number = numberOf(handle);
    if (number === null) names.add(handle);
    else numbers.push(number);
  }
  numbers.sort((left, right) => left - right);
  let ranges: { from: number; to: number; whole: boolean }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && (number === last.to || number === last.to + 1)) last.to = number;
    else ranges.push({ from: number, to: number, whole: true });
  }
  const excess = ranges.length - MOST_RANGES;
  if (excess > 0) {
    const joined = ranges.slice(0, excess + 1);
    const first = joined[0] as { from: number };
    const last = joined.at(-1) as { to: number };
    ranges = [{ from: first.from, to: last.to, whole: false }, ...ranges.slice(excess + 1)];
  }
  const words = ranges.map(({ from, to, whole }) => {
    if (from === to) return `fd:${from}`;
    return whole ? `fd:${from} to fd:${to}` : `among fd:${from} to fd:${to}`;
  });
  const listed = [...names].slice(0, MOST_NAMES);
  if (names.size > MOST_NAMES) listed.push(`and ${names.size - MOST_NAMES} more`);
  return [...words, ...listed].join(', ');
}

function numberOf(handle: string): number | null {
  if (!handle.startsWith('fd:')) return null;
  const number = Number(handle.slice(3));
  return Number.isSafeInteger(number) && number >= 0 && handle === `fd:${number}` ? number : null;
}
