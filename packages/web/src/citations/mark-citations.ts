import type { AnswerClaim } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';

/** Private-use characters around a place for a chip: no Markdown, no HTML, and taken out of the model's own text. */
export const markStart = '\uE000';
export const markEnd = '\uE001';

const reserved = /[\uE000-\uE002]/g;

interface Place {
  start: number;
  end: number;
  /** Positions in the list of citations; `u` or `v` and a position in the list of claims. */
  members: (number | string)[];
}

/**
 * Puts a mark where each citation's marker stands, adjacent markers in one mark. The mark holds positions in
 * `citations`; the Markdown plugin turns it into a chip. Sentences of `claims` that are uncited get one behind them; with
 * `everyClaim`, each sentence of them gets one with its verdict (WEB-8). Ranges that don't fit the text yet are left alone.
 */
export function markCitations(
  text: string,
  citations: readonly Citation[],
  claims: readonly AnswerClaim[] = [],
  { everyClaim = false }: { everyClaim?: boolean } = {},
): string {
  const clean = text.replace(reserved, '\uFFFD');
  let marked = '';
  let at = 0;
  const cited = placesOf(clean, citations);
  const places = [
    ...cited,
    ...(everyClaim ? claimPlaces(clean, claims, cited) : uncitedPlaces(clean, claims)),
  ];
  for (const place of places.toSorted((one, other) => one.start - other.start)) {
    if (place.start < at) continue;
    marked += `${clean.slice(at, place.start)}${markStart}${place.members.join('.')}${markEnd}`;
    at = place.end;
  }
  return marked + clean.slice(at);
}

function placesOf(text: string, citations: readonly Citation[]): Place[] {
  const places: Place[] = [];
  const ordered = citations
    .map((citation, position) => ({ position, range: citation.range }))
    .filter(({ range }) => range.start >= 0 && range.start < range.end && range.end <= text.length)
    .toSorted((one, other) => one.range.start - other.range.start || one.position - other.position);
  for (const { position, range } of ordered) {
    const last = places.at(-1);
    if (last !== undefined && joins(text, last.end, range.start)) {
      last.members.push(position);
      last.end = Math.max(last.end, range.end);
    } else {
      places.push({ ...range, members: [position] });
    }
  }
  return places;
}

/** CIT-7: behind each sentence that names no source. */
function uncitedPlaces(text: string, claims: readonly AnswerClaim[]): Place[] {
  return claims.flatMap(({ verdict, range }, position) => {
    if (verdict !== 'uncited' || range.end > text.length) return [];
    const at = insideCell(text, range.end);
    return [{ start: at, end: at, members: [`u${position}`] }];
  });
}

/** Behind each claim, and behind the numbers that are at its end. */
function claimPlaces(text: string, claims: readonly AnswerClaim[], cited: readonly Place[]): Place[] {
  return claims.flatMap(({ range }, position) => {
    if (range.end > text.length) return [];
    const end = insideCell(text, range.end);
    const at = cited.find((place) => place.start <= end && end < place.end)?.end ?? end;
    return [{ start: at, end: at, members: [`v${position}`] }];
  });
}

/** Before the last bar of a table's row: behind it, a mark would be a cell too many, and no table. */
function insideCell(text: string, end: number): number {
  return text[end - 1] === '|' && text[end - 2] !== '\\' ? end - 1 : end;
}

/** Same range, overlapping, touching, or with one space between. */
function joins(text: string, end: number, start: number): boolean {
  return start <= end || (start === end + 1 && text[end] === ' ');
}
