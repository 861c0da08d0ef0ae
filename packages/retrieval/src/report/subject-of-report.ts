import { plainWords } from '../extractive/about-names.js';
import { askedNames } from '../extractive/asked-names.js';
import { askedThings } from '../extractive/asked-things.js';
import { GRAMMAR as OF_TABLES } from '../tables/question-words.js';

const ROOT = 5;
const SHORTEST = 4;
const SHORTEST_ASKED = 3;
/** Question words. Questions on any subject have them. */
const GRAMMAR = new Set([
  ...OF_TABLES,
  ...'when where why wann wo warum wer was welche welcher welches'.split(' '),
]);

/**
 * Tests whether a text is about the subject of a report: it contains a name from one of the questions, or, for a
 * question without names, a thing it asks about. If the questions have neither, every text passes.
 */
export function subjectOfReport(questions: readonly string[]): (text: string) => boolean {
  const subjects = questions.flatMap((question) => {
    const names = askedNames(question).map(plainWords);
    if (names.length > 0) return names;
    return askedThings(question, SHORTEST).map(({ word }) => plainWords(word));
  });
  return (text) => {
    const words = plainWords(text);
    const has = (asked: string) => words.some((word) => word === asked || areOfOneRoot(word, asked));
    return subjects.length === 0 || subjects.some((subject) => subject.every(has));
  };
}

/**
 * Tests whether a text quoted in a section shares a word with the section's question. If the question has only function
 * words, every text passes.
 */
export function isQuotedFor(question: string): (text: string) => boolean {
  const asked = plainWords(question).filter((word) => word.length >= SHORTEST_ASKED && !GRAMMAR.has(word));
  return (text) => {
    const words = plainWords(text);
    return (
      asked.length === 0 ||
      asked.some((each) => words.some((word) => word === each || areOfOneRoot(word, each)))
    );
  };
}

/** `organ` and `organs`, but not `organ` and `organisation`. */
function areOfOneRoot(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= ROOT && long.startsWith(short) && long.length - short.length <= 2;
}
