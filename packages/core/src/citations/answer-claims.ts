import { answerSentences } from './answer-sentences.js';
import type { Citation, CitationVerdict } from './citation.js';
import { isCheckable } from './is-checkable.js';

/**
 * The verdict on a sentence of an answer: that of its citations, or `uncited`. `gone`: a source that it needs was
 * deleted, so it can no longer be checked.
 */
export type ClaimVerdict = CitationVerdict | 'uncited' | 'gone';

/** A sentence of an answer that states something, with its verdict. */
export interface AnswerClaim {
  text: string;
  /** Character range of the sentence in the answer as the user sees it. */
  range: { start: number; end: number };
  verdict: ClaimVerdict;
  /** The citations of the claim; empty if it is uncited. */
  citationIds: string[];
}

const WHOLE = /[.!?…。！？|]["'”’»)*_\]]*\s*$/u;

/** From worst to best. */
const ORDER = ['unsupported', 'unknown', 'gone', 'weak', 'supported'] as const;

/**
 * All claims of an answer. Among sources cited side by side the best verdict counts; among several places in a
 * sentence, the worst. Sentences that state nothing checkable and cite nothing are left out.
 *
 * ```ts
 * import { answerClaims } from '@ibid/core';
 *
 * const claims = answerClaims({ text: 'Iron melts at 1538 degrees.', citations: [] });
 * console.log(claims[0]?.verdict); // 'uncited'
 * ```
 */
export function answerClaims(answer: {
  text: string;
  citations: readonly Citation[];
  /** Whether its source was deleted: then only other sources at its place can support the claim. */
  isGone?: (citation: Citation) => boolean;
  /** It ends in the middle: half a sentence without a source claims nothing yet. */
  isCut?: boolean;
}): AnswerClaim[] {
  const { isGone = () => false } = answer;
  const { length: end } = answer.text.trimEnd();
  return answerSentences(answer.text, markersOf(answer.citations)).flatMap(
    ({ text, range, markers, said }) => {
      const places = placesOf(markers, answer.text);
      const citations = places.flat();
      if (citations.length === 0 && !isCheckable(said)) return [];
      if (answer.isCut && citations.length === 0 && range.end >= end && !WHOLE.test(text)) return [];
      return [
        {
          text,
          range,
          verdict: verdictOf(places, isGone),
          citationIds: citations.map((one) => one.citationId),
        },
      ];
    },
  );
}

interface Marker {
  range: Citation['range'];
  citations: Citation[];
}

/** Every marker has become citations, one per number, so markers need not be parsed again. */
function markersOf(citations: readonly Citation[]): Marker[] {
  const byStart = new Map<number, Marker>();
  for (const citation of citations) {
    const marker = byStart.get(citation.range.start);
    if (marker) marker.citations.push(citation);
    else byStart.set(citation.range.start, { range: citation.range, citations: [citation] });
  }
  return [...byStart.values()].toSorted((one, other) => one.range.start - other.range.start);
}

/** Markers with only punctuation between them form one place. */
function placesOf(markers: readonly Marker[], text: string): Citation[][] {
  const places: { citations: Citation[]; end: number }[] = [];
  for (const { range, citations } of markers) {
    const last = places.at(-1);
    if (last && !/[\p{L}\p{N}]/u.test(text.slice(last.end, range.start))) {
      last.citations.push(...citations);
      last.end = range.end;
    } else places.push({ citations: [...citations], end: range.end });
  }
  return places.map(({ citations }) => citations);
}

function verdictOf(
  places: readonly (readonly Citation[])[],
  isGone: (citation: Citation) => boolean,
): ClaimVerdict {
  if (places.length === 0) return 'uncited';
  const ofPlace = (citations: readonly Citation[]) => {
    const verdicts = citations.map((citation) => (isGone(citation) ? 'gone' : citation.verdict));
    // Next to a deleted source only full support counts: that source may have supported the claim.
    const best = ORDER.findLastIndex((verdict) => verdicts.includes(verdict));
    return verdicts.includes('gone') && ORDER[best] !== 'supported' ? ORDER.indexOf('gone') : best;
  };
  // A citation that was never judged (in an answer that was cut off) supports nothing.
  return ORDER[Math.max(0, Math.min(...places.map(ofPlace)))] ?? 'unsupported';
}
