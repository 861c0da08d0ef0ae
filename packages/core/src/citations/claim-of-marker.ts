import { hasTerms } from './verify/claim-terms.js';

/** Fewer terms than this are not a claim of their own: `According to [1], …`. */
const MIN_TERMS = 3;

/**
 * The part of a sentence that a marker stands for. In `A is so [1], and B is so [2].` each marker answers for the
 * clause before it; the last one also for what follows. Markers side by side share their clause.
 */
export function claimOfMarker(options: {
  /** The sentence, from `start` on. */
  text: string;
  start: number;
  /** All markers of the answer in or right behind the sentence, in order. */
  markers: readonly { start: number; end: number }[];
  marker: { start: number; end: number };
}): string {
  const { text, start, marker } = options;
  const end = start + text.length;
  const inside = options.markers.filter((other) => other.start >= start && other.end <= end);
  const between = (from: number, to: number) => withoutMarkers(text, start, inside, from, to);
  const groupStart = (index: number) => {
    let first = index;
    while (
      first > 0 &&
      !/[\p{L}\p{N}]/u.test(
        text.slice((inside[first - 1]?.end ?? 0) - start, (inside[first]?.start ?? 0) - start),
      )
    )
      first--;
    return first;
  };
  const own = inside.findIndex((other) => other.start === marker.start);
  const first = own < 0 ? inside.length : groupStart(own);
  const isLast = own < 0 || inside.every((_, index) => index <= own || groupStart(index) === first);
  const from = first > 0 ? (inside[first - 1]?.end ?? start) : start;
  const to = isLast ? end : marker.start;
  const clause = between(from, to);
  if (hasTerms(clause, MIN_TERMS)) return clause;
  const upTo = between(start, to);
  return hasTerms(upTo, MIN_TERMS) ? upTo : between(start, end);
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
