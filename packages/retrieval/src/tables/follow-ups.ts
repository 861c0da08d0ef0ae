import { LISTS, OPERATIONS } from './asks-for-calculation.js';
import type { DocumentTable } from './document-table.js';
import { isState } from './question-states.js';
import { columnsByFamily, mentionedColumns, mentionedValues, questionWords } from './question-words.js';

/** "And", "what about". */
const OPENING =
  /^\P{L}*(?:(?:and|but|so|then|what about|how about|und|aber|was ist mit|wie ist es mit)\s+)*/iu;
const THOSE =
  /\b(?:of (?:them|those|these)|among (?:them|those|these)|them|those|these|they|their|davon|von (?:ihnen|denen|diesen)|darunter|deren|ihre?|(?:that|das)(?=\s+(?:in total|altogether|together|zusammen|insgesamt)))(?: ones)?\b/iu;
/** What a question does with its rows, up to what says which rows. */
const ASKS =
  /^\P{L}*(?:how many|how much|which|what (?:is|are|was|were)|list|show|name|wie vielen?|welche[rsnm]?|was (?:ist|sind)|liste|zeige?|nenne?)\b/iu;
const CALCULATES = new RegExp(OPERATIONS.map(([{ source }]) => source).join('|'), 'giu');
const LIMIT =
  /(?<!\p{L})(?:(?:more|less|fewer|greater|higher|lower) than|over|above|under|below|at least|at most|mehr als|weniger als|über|unter|mindestens|höchstens)\s+[£$€]?\s?\d[\d.,]*/giu;

/**
 * A follow-up and the questions before it, a line each and the newest first, as one question: "And cats?" after "How
 * many bills are unpaid?" keeps the condition. What names another value of the same column replaces it.
 */
export function wholeQuestion(asked: string, table: DocumentTable): string {
  const [newest = '', ...earlier] = asked.split('\n').filter((line) => line.trim() !== '');
  return earlier.length === 0 ? newest : continued(newest, wholeQuestion(earlier.join('\n'), table), table);
}

function continued(followUp: string, before: string, table: DocumentTable): string {
  const rest = withoutEnd(followUp.replace(OPENING, ''));
  // "How many of them …": of the rows that the question before selects, whatever it did with them.
  if (THOSE.test(rest)) {
    return asksItself(rest)
      ? rest.replace(THOSE, `of ${rowsOf(before)} `)
      : `${withoutEnd(before)} ${rest.replace(THOSE, '')}`;
  }
  const kept = withoutOthers(before, rest, table);
  return asksItself(rest) ? `${rest} ${rowsOf(kept)}` : `${kept} ${rest}`;
}

/** What a question says of its rows, without what it calculates from them. */
const rowsOf = (question: string) => withoutEnd(question.replace(ASKS, '').replaceAll(CALCULATES, '')).trim();

const withoutEnd = (question: string) => question.replace(/[\s?.!]+$/u, '');

const asksItself = (question: string) =>
  LISTS.test(question) || OPERATIONS.some(([pattern]) => pattern.test(question));

/** The question before, without its values of the columns that the follow-up names another value of. */
function withoutOthers(before: string, followUp: string, table: DocumentTable): string {
  const named = columnsNamed(followUp, table);
  const columns = new Set(named.map(({ column }) => column));
  const old = columnsNamed(before, table).filter(({ column }) => columns.has(column));
  const left = old
    .toReversed()
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), withoutEnd(before));
  return LIMIT.test(followUp) ? left.replaceAll(LIMIT, '') : left;
}

/** Where a question has values of a column, or says "paid", "not paid" or "unpaid" of one. */
function columnsNamed(
  question: string,
  table: DocumentTable,
): { column: number; start: number; end: number }[] {
  // The same places without "un".
  const words = questionWords(question.replaceAll(/\bun(?=\p{L}{4})/giu, '  '));
  const values = mentionedValues(table, words);
  const states = [...mentionedColumns(table, words), ...columnsByFamily(table, words)].filter(({ column }) =>
    isState(table, column),
  );
  return [...values, ...states]
    .map(({ column, from, to }) => {
      const before = question.slice(0, words[from]?.start ?? 0);
      const denial = /(?:\b(?:still|noch)\s+)?(?:\b(?:not|never|nicht)\s+|\bun)$/iu.exec(before);
      return { column, start: denial?.index ?? before.length, end: words[to - 1]?.end ?? 0 };
    })
    .toSorted((one, other) => one.start - other.start);
}
