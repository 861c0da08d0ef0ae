import { DENIALS, GRAMMAR, questionWords, type QuestionWord } from './question-words.js';
import { areOfOneGermanFamily } from './word-family.js';

export function namedIn(name: string, words: readonly QuestionWord[]): boolean {
  const stems = new Set(words.map(({ stem }) => stem));
  return nameWords(name).some(({ word, stem }) => !GRAMMAR.has(word) && word.length > 2 && stems.has(stem));
}

/** Other names of a kind of list. */
const CALLED = [
  ['invoices', 'bills'],
  ['rota', 'roster'],
  ['staff', 'personnel'],
];

/** "rota-week-14" is three words. A list of invoices is one of bills too. */
function nameWords(name: string): QuestionWord[] {
  const words = [...questionWords(name), ...questionWords(name.replaceAll(/[-_.]/gu, ' '))];
  const stems = new Set(words.map(({ stem }) => stem));
  const called = CALLED.map((names) => names.flatMap((one) => questionWords(one)));
  const same = called.filter((names) => names.some(({ stem }) => stems.has(stem)));
  return [...words, ...same.flat()];
}

/** In a table of "income and expenditure", income is one part: the name alone does not explain a question about it. */
function halfNamed(name: string, words: readonly QuestionWord[]): Set<string> {
  const asked = new Set(words.map(({ stem }) => stem));
  const halves = [...name.matchAll(/(\p{L}+)\s+(?:and|und|&)\s+(\p{L}+)/giu)].map(
    ([, one = '', other = '']) => [one, other].map((half) => questionWords(half)[0]?.stem ?? ''),
  );
  return new Set(halves.flatMap((both) => (both.every((half) => asked.has(half)) ? [] : both)));
}

const ENDS_GERMAN = /(?:ung|ungen|en|e|n)$/u;

/** Whether each word of a question is used, grammar, or part of the name of the table or its document. */
export function isExplained(words: readonly QuestionWord[], names: readonly string[]): boolean {
  const ofTable = new Set(
    names.flatMap((name) => {
      const halves = halfNamed(name, words);
      return nameWords(name).flatMap(({ stem }) => (halves.has(stem) ? [] : [stem]));
    }),
  );
  // Stems are English ones.
  const german = names.flatMap((name) => nameWords(name));
  return words.every(
    ({ word, stem, taken }) =>
      taken !== null ||
      (GRAMMAR.has(word) && !DENIALS.has(word)) ||
      ofTable.has(stem) ||
      (ENDS_GERMAN.test(word) && german.some((one) => areOfOneGermanFamily(word, one.word))),
  );
}
