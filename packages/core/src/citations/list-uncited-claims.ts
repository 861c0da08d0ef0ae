import { MarkdownCodeScanner } from '../markdown/code-scanner.js';
import { CitationStream } from './citation-stream.js';
import { hasTerms } from './verify/claim-terms.js';
import { cleanClaim } from './verify/clean-claim.js';
import { splitSentences } from './verify/split-sentences.js';

/**
 * A sentence that claims something and names no source.
 *
 * ```ts
 * import type { UncitedClaim } from '@ibid/core';
 *
 * const listOf = (claims: readonly UncitedClaim[]) => claims.map((claim) => `- ${claim.text}`).join('\n');
 * ```
 */
export interface UncitedClaim {
  text: string;
  range: { start: number; end: number };
}

/** With fewer terms a sentence is a phrase (`Yes.`, `Here is the list:`), not a claim. */
const MIN_TERMS = 3;

/**
 * Lists the claims of an answer that no citation stands for, neither in the sentence nor right behind it. Questions,
 * headings, lead-ins that end in a colon and code are no claims. `isKnown` says which numbers count; all by default.
 *
 * ```ts
 * import { listUncitedClaims } from '@ibid/core';
 *
 * const claims = listUncitedClaims('Water boils at 100 degrees [1]. Iron melts at 1538 degrees.');
 * console.log(claims.length); // 1
 * ```
 */
export function listUncitedClaims(
  answer: string,
  options: { isKnown?: (number: number) => boolean } = {},
): UncitedClaim[] {
  const text = withoutCode(answer);
  const stream = new CitationStream();
  const isKnown = options.isKnown ?? (() => true);
  const markers = [...stream.push(answer), ...stream.end()].flatMap((event) =>
    event.type === 'marker' && event.numbers.some(isKnown) ? [event.range] : [],
  );
  const spans = splitSentences(text);
  return spans.flatMap(({ start, end }, index) => {
    const sentence = answer.slice(start, end);
    const next = spans[index + 1];
    // `So it is. [1]`: a marker that begins the next sentence belongs to this one.
    const reach =
      next && /^[[［【〔]/.test(text.slice(next.start)) && !text.slice(end, next.start).includes('\n')
        ? next.start
        : end;
    if (
      markers.some(
        (marker) => marker.start >= start && marker.start <= reach && isOwn(marker.start, start, index),
      )
    )
      return [];
    if (/[?？:：]["'”’»*_]*$/.test(sentence) || /^\s*(?:#{1,6}\s|\|[\s:|-]+\|?$)/.test(sentence)) return [];
    const claim = cleanClaim(text.slice(start, end));
    return hasTerms(claim, MIN_TERMS) ? [{ text: sentence, range: { start, end } }] : [];
  });

  function isOwn(marker: number, start: number, index: number): boolean {
    const before = spans[index - 1];
    return marker !== start || !before || text.slice(before.end, start).includes('\n');
  }
}

/** The answer with its code blanked out, at the same offsets. */
function withoutCode(answer: string): string {
  const scanner = new MarkdownCodeScanner();
  return [...scanner.push(answer), ...scanner.end()]
    .map(({ kind, text }) =>
      kind === 'fenced' || kind === 'indented' ? text.replaceAll(/[^\n]/g, ' ') : text,
    )
    .join('');
}
