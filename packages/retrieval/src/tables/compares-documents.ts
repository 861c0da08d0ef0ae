import type { Operation } from './asks-for-calculation.js';
import type { QuestionWord } from './question-words.js';

/** Documents of which each may have a table. */
const DOCUMENT =
  /^(?:offer|quote|quotation|bid|tender|estimate|proposal|contract|agreement|invoice|angebot|vertrag|rechnung|kostenvoranschlag)(?:e?s|e)?$/u;

/**
 * "The cheapest offer" compares documents, of which this table shows one, unless the document is a list of offers, or
 * has a column of them.
 */
export function comparesDocuments(
  operation: Operation | 'list',
  words: readonly QuestionWord[],
  names: readonly string[],
): boolean {
  if (operation !== 'maximum' && operation !== 'minimum') return false;
  const named = words.filter(({ word, taken }) => taken === null && DOCUMENT.test(word));
  const isList = ({ word }: QuestionWord) => {
    const plural = new RegExp(String.raw`\b${word.replace(/(?:e?s|en)$/u, '')}(?:e?s|en|e)\b`, 'iu');
    return names.some((name) => plural.test(name.replaceAll(/[-_.]/gu, ' ')));
  };
  return named.some((word) => !isList(word));
}
