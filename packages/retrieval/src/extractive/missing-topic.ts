import { readTokens, termsLike } from '@ibid/core/internal';
import { plainWords } from './about-names.js';
import type { Candidate } from './collect-candidates.js';
import { askedThings } from './asked-things.js';
import { nearestTerm } from './nearest-term.js';

/** What something is asked of: "the annual fee of the liability insurance", "die Gebühr der Haftpflichtversicherung". */
const OF_THE =
  /\b(?:(?:of|for|in|under|on) (?:the|our|my|your|this|that)|(?<=\p{L}\s)(?:der|des|unserer|unseres|für (?:die|das|den|unsere)|laut (?:der|dem)))\s+((?:[\p{L}-]+\s+){0,2}[\p{L}-]{4,})\s*[?.!]*\s*$/iu;
/** Of the place and of the documents themselves: a question may say it, and they need not. */
const ABOUT_NOTHING =
  /(?:document|file|text|paper|folder|company|compan(?:y|ies)|firm|team|year|month|week|day|time|case|world|same|dokumente?n?|unterlagen|datei(?:en)?|firma|unternehmens?|jahre?s?|monats?)$/iu;
const LEAST_ALIKE = 5;
const MOST_NAMED = 3;

/**
 * What a question asks something of, where no document that was found has a word for it: the fees of other things are
 * near such a question and no answer. Null where it is named, or the question has no such form.
 */
export function missingTopic(question: string, candidates: readonly Candidate[]): string | null {
  const topic = OF_THE.exec(question.trim())?.[1]?.trim();
  if (topic === undefined || ABOUT_NOTHING.test(topic)) return null;
  const head = plainWords(topic).at(-1) ?? '';
  return isMentioned(head, wordsOf(candidates)) ? null : topic;
}

/**
 * The things that a question is about and no document that was found has a word for: a drug whose name stands nowhere has
 * no dose, however near the doses of others are.
 */
export function unmentionedThings(question: string, candidates: readonly Candidate[]): string[] {
  const things = askedThings(question);
  if (things.length === 0) return [];
  const found = wordsOf(candidates);
  const missing = things.filter(({ word, isCounted }) => {
    const parts = plainWords(word).filter((part) => part.length >= LEAST_ALIKE);
    return parts.length > 0 && parts.every((part) => !isMentioned(part, found, isCounted));
  });
  return [...new Set(missing.map(({ word }) => word))].slice(0, MOST_NAMED);
}

interface FoundWords {
  words: ReadonlySet<string>;
  terms: ReadonlySet<string>;
}

function wordsOf(candidates: readonly Candidate[]): FoundWords {
  const words = new Set(candidates.flatMap((candidate) => [...candidate.words, ...candidate.placeWords]));
  return { words, terms: new Set(readTokens([...words].join(' ')).map(({ term }) => term)) };
}

function isMentioned(word: string, { words, terms }: FoundWords, isStrict = false): boolean {
  const own = readTokens(word).flatMap(({ term }) => [term, ...termsLike(term)]);
  if (words.has(word) || own.some((term) => terms.has(term))) return true;
  if (nearestTerm(word, words) !== null) return true;
  return !isStrict && [...words].some((other) => areAlike(word, other));
}

/** `insurance` and `insured`, `Versicherung` and `Haftpflichtversicherung`. */
function areAlike(one: string, other: string): boolean {
  if (one.length < LEAST_ALIKE || other.length < LEAST_ALIKE) return one === other;
  const root = (word: string) => word.slice(0, Math.max(LEAST_ALIKE, word.length - 4));
  return (
    other.startsWith(root(one)) || one.startsWith(root(other)) || one.includes(other) || other.includes(one)
  );
}
