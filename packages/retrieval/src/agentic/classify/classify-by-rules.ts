import type { QuestionClass } from './question-class.js';
import { QUESTION_PATTERNS, type QuestionPatterns } from './question-patterns.js';

export interface RuleDecision {
  class: QuestionClass;
  language: string;
  reason: string;
}

const LONG_QUESTION_WORDS = 28;

/**
 * Decides the clear cases without a model call; null when the case is unclear (AGR-1). "How many" counts items only
 * when it counts things a knowledge base holds: a passage answers "how many days of leave".
 */
export function classifyByRules(options: {
  question: string;
  language: string | null;
  /** Names for what the bases hold, such as "voyage" in a base of voyages. They count as items, like documents. */
  itemWords?: readonly string[];
}): RuleDecision | null {
  const question = options.question.trim();
  if (question === '') return null;
  const known = options.language !== null && options.language in QUESTION_PATTERNS ? [options.language] : [];
  for (const language of [
    ...known,
    ...Object.keys(QUESTION_PATTERNS).filter((code) => !known.includes(code)),
  ]) {
    const patterns = QUESTION_PATTERNS[language];
    const decision = patterns && decide(question, patterns, options.itemWords ?? []);
    if (decision) return { ...decision, language };
  }
  return null;
}

function decide(
  question: string,
  patterns: QuestionPatterns,
  itemWords: readonly string[],
): { class: QuestionClass; reason: string } | null {
  const words = question.split(/\s+/u).length;
  const counted = patterns.howMany.exec(question);
  if (counted) {
    const rest = question.slice(counted.index + counted[0].length);
    const noun = countsItems(rest, patterns, itemWords);
    if (noun) return { class: 'aggregate', reason: `counts ${noun}` };
    if (counted.index <= 3 && words <= LONG_QUESTION_WORDS) {
      return { class: 'targeted', reason: 'asks for a number that a passage gives' };
    }
    return null;
  }
  if (patterns.list.test(question)) return { class: 'list', reason: 'asks for all of something' };
  if (patterns.exploratory.test(question)) return { class: 'exploratory', reason: 'asks for an account' };
  if (patterns.targeted.test(question) && words <= LONG_QUESTION_WORDS) {
    return { class: 'targeted', reason: 'asks for one fact' };
  }
  return null;
}

/** Finds the noun soon after "how many", as in "how many of the signed contracts …". */
function countsItems(rest: string, patterns: QuestionPatterns, itemWords: readonly string[]): string | null {
  const near = rest.split(/\s+/u).slice(0, 6).join(' ');
  const noun = patterns.itemNoun.exec(near);
  if (noun) return noun[0].trim().toLowerCase();
  const named = itemWords.find((item) =>
    new RegExp(`(?<!\\p{L})${escape(item)}(?:s|en|n|es)?(?!\\p{L})`, 'iu').test(near),
  );
  return named ?? null;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}
