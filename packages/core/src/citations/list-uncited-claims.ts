import { answerSentences } from './answer-sentences.js';
import { CitationStream } from './citation-stream.js';
import { isCheckable } from './is-checkable.js';

/** A sentence that claims something but cites no source. */
export interface UncitedClaim {
  text: string;
  range: { start: number; end: number };
}

/**
 * CIT-7: the claims of an answer without a citation in the sentence or right after it. Questions, headings, lead-ins
 * that end in a colon, code, greetings and what the assistant says about itself are not claims. `isKnown` says which
 * numbers count; by default all do.
 */
export function listUncitedClaims(
  answer: string,
  options: { isKnown?: (number: number) => boolean } = {},
): UncitedClaim[] {
  const isKnown = options.isKnown ?? (() => true);
  const stream = new CitationStream();
  const markers = [...stream.push(answer), ...stream.end()].filter((event) => event.type === 'marker');
  return answerSentences(answer, markers).flatMap(({ text, range, said, markers: own }) =>
    !own.some(({ numbers }) => numbers.some(isKnown)) && isCheckable(said) ? [{ text, range }] : [],
  );
}
