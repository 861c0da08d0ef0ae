/** At most this many ranges of handles are listed; older ones are merged across their gaps. */
const MOST_RANGES = 16;
/** `fd:` and as many digits as a number holds exactly. */
const LONGEST_HANDLE = 18;

/**
 * Handles in few words: `fd:1 to fd:40, fd:43`. If there are too many ranges, the oldest are merged into one, so every
 * handle is still within a range that is named.
 */
export function handleRanges(handles: readonly string[], most = MOST_RANGES): string {
  const numbers: number[] = [];
  const names = new Set<string>();
  for (const handle of handles) {
    const number = numberOf(handle);
    if (number === null) names.add(handle);
    else numbers.push(number);
  }
  // Handles usually come in order, and checking is faster than sorting.
  if (numbers.some((number, index) => index > 0 && number < (numbers[index - 1] ?? 0)))
    numbers.sort((left, right) => left - right);
  let ranges: { from: number; to: number; whole: boolean }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && (number === last.to || number === last.to + 1)) last.to = number;
    else ranges.push({ from: number, to: number, whole: true });
  }
  const excess = ranges.length - most;
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
  const listed = [...names].slice(0, most);
  if (names.size > most) listed.push(`and ${names.size - most} more`);
  return [...words, ...listed].join(', ');
}

/** The number of `fd:12`. Null for any other name and for leading zeros. */
function numberOf(handle: string): number | null {
  if (!handle.startsWith('fd:') || handle.length === 3 || handle.length > LONGEST_HANDLE) return null;
  let number = 0;
  for (let place = 3; place < handle.length; place += 1) {
    const digit = handle.charCodeAt(place) - 48;
    if (digit < 0 || digit > 9) return null;
    if (number === 0 && place > 3) return null;
    number = number * 10 + digit;
  }
  return number;
}
