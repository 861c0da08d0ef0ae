import { hasTerms } from './verify/claim-terms.js';

/** Fewer terms than this are not a separate claim: `According to [1], …`. */
const MIN_TERMS = 3;

interface Span {
  start: number;
  end: number;
}

/**
 * The part of a sentence that each marker covers. In `A is so [1], and B is so [2].` each marker covers the clause
 * before it; the last one also what follows. Adjacent markers share their clause.
 */
export function claimsOfMarkers(options: {
  /** The sentence, which begins at offset `start`. */
  text: string;
  start: number;
  /** All markers of the answer in or right after the sentence, in order. */
  markers: readonly Span[];
}): (marker: Span) => string {
  const { text, start } = options;
  const end = start + text.length;
  const inside = options.markers.filter((other) => other.start >= start && other.end <= end);
  const between = (from: number, to: number) => withoutMarkers(text, start, inside, from, to);
  const places = new Map(inside.map((marker, index) => [marker.start, index]));
  const firsts = firstsOfGroups(inside, (from, to) => text.slice(from - start, to - start));
  const lastGroup = firsts.at(-1);
  const claimUpTo = (first: number, to: number): string => {
    const clause = between(first > 0 ? (inside[first - 1]?.end ?? start) : start, to);
    if (hasTerms(clause, MIN_TERMS)) return clause;
    const upTo = between(start, to);
    return hasTerms(upTo, MIN_TERMS) ? upTo : between(start, end);
  };
  // The last group may have a thousand markers, all with the same claim.
  let last: string | null = null;
  return (marker) => {
    const own = places.get(marker.start);
    if (own === undefined) return claimUpTo(inside.length, end);
    const first = firsts[own] ?? own;
    return first === lastGroup ? (last ??= claimUpTo(first, end)) : claimUpTo(first, marker.start);
  };
}

/** For each marker, the first of its adjacent group. */
function firstsOfGroups(
  markers: readonly Span[],
  textBetween: (from: number, to: number) => string,
): number[] {
  const firsts: number[] = [];
  for (const [index, { start }] of markers.entries()) {
    const before = markers[index - 1];
    const isBeside = before && !/[\p{L}\p{N}]/u.test(textBetween(before.end, start));
    firsts.push(isBeside ? (firsts[index - 1] ?? index) : index);
  }
  return firsts;
}

function withoutMarkers(
  text: string,
  start: number,
  markers: readonly { start: number; end: number }[],
  from: number,
  to: number,
): string {
  let out = '';
  let position = from;
  for (const marker of markers) {
    if (marker.start < position || marker.end > to) continue;
    out += text.slice(position - start, marker.start - start);
    position = marker.end;
  }
  return out + text.slice(position - start, to - start);
}
