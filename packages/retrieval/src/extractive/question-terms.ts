import { askedWords } from './asked-words.js';
import { asksOfNow, type NamedTime, withoutTimes } from './named-times.js';
import { nearestTerm } from './nearest-term.js';
import { saysNothingItself } from './told-before.js';

interface Asked {
  question: string;
  /** The question that this one follows. */
  before?: string;
  /** Index terms of a text: normalised and stemmed. */
  terms: (text: string) => string[];
}

/**
 * Removes years, which say which of the sentences about a thing is meant, not what they are about, unless nothing else
 * is left.
 */
export function askedApartFrom(times: readonly NamedTime[], { question, before }: Asked): string {
  if (before && (asksOfNow(question) || saysNothingItself(question))) return '';
  if (times.length === 0) return question;
  const rest = withoutTimes(askedWords(question));
  if (/[\p{L}\p{N}]/u.test(rest)) return rest;
  return before ? '' : question;
}

/**
 * Terms of a question. A term that occurs nowhere is replaced by what it is in the language of the whole question, which
 * one word alone does not show, or by the one it may be a misspelling of.
 */
export function termsOf({ terms }: Pick<Asked, 'terms'>, text: string, known: ReadonlySet<string>): string[] {
  if (text === '') return [];
  const whole = terms(text).filter((term) => known.has(term));
  const inItsLanguage = (term: string) =>
    whole.find((other) => other.startsWith(term) || term.startsWith(other));
  const own = terms(askedWords(text)).map((term) =>
    known.has(term) ? term : (inItsLanguage(term) ?? nearestTerm(term, known) ?? term),
  );
  return [...new Set(own)];
}
