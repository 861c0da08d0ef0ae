import { countTokensUncached } from '@ibid/core/internal';
import { analyseText, spellingDistance } from '@ibid/retrieval/internal';
import type { QueryTerm } from '@ibid/retrieval/internal';
import { wordsOneMistakeAway } from './words-one-mistake-away.js';

/** An indexed word, and how many chunks visible to the viewer contain it. */
export interface IndexedWord {
  word: string;
  uses: number;
}

/**
 * The words of the chunks that the viewer may see, each once. No others: a correction to another word would reveal that
 * this word exists.
 */
export interface Vocabulary {
  isKnown(word: string): boolean;
  /** The given words that occur. */
  among(words: readonly string[]): Promise<IndexedWord[]>;
  /** The words with this start that pass the filter. */
  beginningWith(asked: WordsAlike, passes: (word: string) => boolean): Promise<IndexedWord[]>;
}

/** Words with the same start and about as many letters. */
export interface WordsAlike {
  start: string;
  leastLetters: number;
  mostLetters: number;
}

/**
 * Shorter words are too similar to each other. Long ones remain distinct over two mistakes. Anything longer still is
 * not a word.
 */
const LEAST_LETTERS = 5;
/** With one letter less, only two swapped letters are a mistake: `tuor` is `tour`, but `ship` is not `shop`. */
const LETTERS_FOR_SWAPS = 4;
const LETTERS_FOR_TWO_MISTAKES = 8;
const MOST_LETTERS = 32;
/** Limit for text pasted into a search: each word takes some milliseconds. */
const MOST_CORRECTED = 8;
/** Candidates with two mistakes must share this many first letters, which keeps the number of comparisons low. */
const LETTERS_TAKEN_FOR_RIGHT = 3;
/** Weight of a correction by its number of mistakes. */
const WORTH = [1, 0.9, 0.7];
/** Of equally near words, only the most frequent ones. */
const MOST_WORDS = 2;
const VOWEL = /^[aeiouyäöü]$/u;
const LETTERS_ONLY = /^[\p{L}\p{M}]+$/u;

/**
 * Replaces a word that is not indexed with the words nearest in spelling, at a lower weight: `recieve` finds
 * `received`. Numbers and codes are never corrected.
 */
export async function correctTerms(
  terms: readonly QueryTerm[],
  vocabulary: Vocabulary,
): Promise<readonly QueryTerm[]> {
  const unknown = terms.filter(
    ({ variants, isQuoted }) => !isQuoted && !variants.some((word) => vocabulary.isKnown(word)),
  );
  const mistyped = unknown
    .filter(({ variants, typed = '' }) =>
      [...variants, typed].some((text) => isWord(text) || mayBeSwapped(text)),
    )
    .slice(0, MOST_CORRECTED);
  const meant = new Map<QueryTerm, QueryTerm>();
  for (const term of mistyped) {
    const nearest = await nearestTo(term, vocabulary);
    if (nearest) meant.set(term, nearest);
  }
  return meant.size === 0 ? terms : terms.map((term) => meant.get(term) ?? term);
}

function mayBeSwapped(text: string): boolean {
  return text.length === LETTERS_FOR_SWAPS && LETTERS_ONLY.test(text);
}

/** The words with two neighbouring letters swapped, but not the first, which people rarely mistype. */
function withSwappedLetters(word: string): string[] {
  const letters = Array.from(word);
  return letters.slice(1, -1).flatMap((letter, place) => {
    const next = letters[place + 2] ?? '';
    const swapped = [...letters.slice(0, place + 1), next, letter, ...letters.slice(place + 3)].join('');
    return next === letter ? [] : [swapped];
  });
}

/** The stem of a mistyped word can be too short to compare: `evneing` gives `evn`, and `evening` gives `even`. */
function stemsIfSwapped(written = ''): string[] {
  const word = written.toLowerCase();
  if (!isWord(word) || isOrdinary(word)) return [];
  return withSwappedLetters(word).flatMap((text) => analyseText({ text, language: 'en' }));
}

function isWord(text: string): boolean {
  return text.length >= LEAST_LETTERS && text.length <= MOST_LETTERS && LETTERS_ONLY.test(text);
}

async function nearestTo(
  { variants, count, typed: written }: QueryTerm,
  vocabulary: Vocabulary,
): Promise<QueryTerm | null> {
  const typed = variants.filter(isWord);
  // A short word that people use is a word of its own: `sign` is not `sing`.
  const short = variants.filter((word) => mayBeSwapped(word) && !isOrdinary(written ?? word));
  let mistakes = 1;
  const near = new Set([
    ...typed.flatMap(wordsOneMistakeAway),
    ...short.flatMap(withSwappedLetters),
    ...(typed.length + short.length === 0 ? stemsIfSwapped(written) : []),
  ]);
  let found = near.size === 0 ? [] : await vocabulary.among([...near]);
  if (written !== undefined && isOrdinary(written))
    found = found.filter(({ word }) => [...typed, ...short].some((other) => isSlip(other, word)));
  else if (found.length === 0) {
    mistakes = 2;
    found = await twoMistakesAway(typed, vocabulary);
  }
  if (found.length === 0) return null;
  // People rarely mistype the first letter.
  const likely = found.filter(({ word }) =>
    [...typed, ...short, ...variants].some((other) => other[0] === word[0]),
  );
  const best = (likely.length > 0 ? likely : found).toSorted(
    (left, right) => right.uses - left.uses || (left.word < right.word ? -1 : 1),
  );
  return {
    variants: best.slice(0, MOST_WORDS).map(({ word }) => word),
    count: count * (WORTH[mistakes] ?? 0),
    ...(written === undefined ? {} : { insteadOf: written }),
  };
}

/**
 * Whether people use the word: it is a single token in the vocabulary of language models. Such a word is probably not
 * mistyped, just absent from the documents: `newer` is not `never`, and `clause` is not `class`. Common misspellings
 * such as `recieve` and `seperate` are in that vocabulary too, so slips are still corrected.
 */
const isOrdinary = (word: string) => countTokensUncached(` ${word.toLowerCase()}`) === 1;

/** Two letters swapped, one vowel replaced by another, or one letter of a double left out or added. */
function isSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  let end = 0;
  while (
    end < Math.min(typed.length, meant.length) - start &&
    typed[typed.length - 1 - end] === meant[meant.length - 1 - end]
  )
    end++;
  const [left, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)];
  if (left.length === 2 && right.length === 2) return left[0] === right[1] && left[1] === right[0];
  if (left.length === 1 && right.length === 1) return VOWEL.test(left) && VOWEL.test(right);
  const letter = left + right;
  return letter.length === 1 && (typed[start - 1] === letter || meant[start - 1] === letter);
}

function alike(word: string, mistakes: number): WordsAlike {
  const letters = Array.from(word);
  return {
    start: letters.slice(0, LETTERS_TAKEN_FOR_RIGHT).join(''),
    leastLetters: letters.length - mistakes,
    mostLetters: letters.length + mistakes,
  };
}

async function twoMistakesAway(typed: readonly string[], vocabulary: Vocabulary): Promise<IndexedWord[]> {
  const found = new Map<string, IndexedWord>();
  for (const word of typed) {
    if (word.length < LETTERS_FOR_TWO_MISTAKES) continue;
    const isNear = (other: string) => spellingDistance(word, other, 2) <= 2 && LETTERS_ONLY.test(other);
    for (const other of await vocabulary.beginningWith(alike(word, 2), isNear)) found.set(other.word, other);
  }
  return [...found.values()];
}
