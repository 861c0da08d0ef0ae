import { askedWords } from './asked-words.js';
import { asksOfNow, type NamedTime, withoutTimes } from './named-times.js';
import { nearestTerm } from './nearest-term.js';
import { saysNothingItself } from './told-before.js';

interface Asked {
  question: string;
  /** What the question follows up on. */
  before?: string;
  /** Index terms of a text: normalised and stemmed. */
  terms: (text: string) => string[];
}

/** A year says which of the sentences about something is meant, not what they are about, unless it is all there is. */
export function askedApartFrom(times: readonly NamedTime[], { question, before }: Asked): string {
  if (before && (asksOfNow(question) || saysNothingItself(question))) return '';
  if (times.length === 0) return question;
  const rest = withoutTimes(askedWords(question));
  if (/[\p{L}\p{N}]/u.test(rest)) return rest;
  return before ? '' : question;
}

/** Terms of a question; one that is nowhere gives way to what it may be a slip for. */
export function termsOf({ terms }: Pick<Asked, 'terms'>, text: string, known: ReadonlySet<string>): string[] {
  if (text === '') return [];
  const own = terms(askedWords(text)).map((term) =>
    known.has(term) ? term : (nearestTerm(term, known) ?? term),
  );
  return [...new Set(own)];
}
