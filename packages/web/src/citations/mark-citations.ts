import type { AnswerClaim } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';

/**
 * Private-use characters around the place of a chip: neither Markdown nor HTML, and removed from the model's own text.
 */
export const markStart = '\uE000';
export const markEnd = '\uE001';

const reserved = /[\uE000-\uE002]/g;

interface Place {
  start: number;
  end: number;
  /** Positions in the list of citations, or `u` or `v` with a position in the list of claims. */
  members: (number | string)[];
}

/**
 * Puts a mark at each citation's marker, with adjacent markers in one mark. The mark holds positions in `citations`;
 * the Markdown plugin turns it into a chip. Uncited sentences of `claims` get a mark after them; with `everyClaim`,
 * every sentence of them gets one with its verdict (WEB-8). Ranges that don't fit the text yet are skipped.
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

/** CIT-7: after each sentence without a source. */
function uncitedPlaces(text: string, claims: readonly AnswerClaim[]): Place[] {
  return claims.flatMap(({ verdict, range }, position) => {
    if (verdict !== 'uncited' || range.end > text.length) return [];
    const at = insideCell(text, range.end);
    return [{ start: at, end: at, members: [`u${position}`] }];
  });
}

/** After each claim, and after the numbers at its end. */
function claimPlaces(text: string, claims: readonly AnswerClaim[], cited: readonly Place[]): Place[] {
  return claims.flatMap(({ range }, position) => {
    if (range.end > text.length) return [];
    const end = insideCell(text, range.end);
    const at = cited.find((place) => place.start <= end && end < place.end)?.end ?? end;
    return [{ start: at, end: at, members: [`v${position}`] }];
  });
}

/** Before the last bar of a table row: after it, a mark would add a cell and break the table. */
function insideCell(text: string, end: number): number {
  return text[end - 1] === '|' && text[end - 2] !== '\\' ? end - 1 : end;
}

/** Same range, overlapping, touching, or with one space between. */
function joins(text: string, end: number, start: number): boolean {
  return start <= end || (start === end + 1 && text[end] === ' ');
}
