import { cellDate, monthNamed } from './cell-value.js';
import type { DocumentTable } from './document-table.js';
import { mark, questionWords, type QuestionWord } from './question-words.js';
import type { TableCondition } from './table-query.js';
import { areOfOneFamily } from './word-family.js';

/** A limit whose column follows from nearby words or from its kind. */
export interface OpenCondition {
  is: TableCondition['is'];
  value: number | string;
  /** Position in the question, to find its column. */
  at: number;
  column: number | null;
}

const WHEN =
  '(?:(?<when>before|after|since|until|till|to|through|from|in|during|for|on|of|bis|im|seit|vor|nach)\\s+)?';
const WHOLE = new RegExp(
  `\\b${WHEN}(?:(?<iso>\\d{4}-\\d{2}(?:-\\d{2})?)|(?:(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+)?(?:(?<month>\\p{L}{3,9})\\s+)?(?:(?<day2>\\d{1,2})(?:st|nd|rd|th)?,\\s+)?(?<year>(?:1[5-9]|20)\\d{2}))(?![\\d-])`,
  'giu',
);
const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember';
/** Without a year, and capitalised: otherwise "may" is not a month. */
const BARE = new RegExp(
  `\\b${WHEN}(?:(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+)?(?<month>${MONTHS})\\b(?:\\s+(?<day2>\\d{1,2})(?:st|nd|rd|th)?\\b)?`,
  'gu',
);
const QUARTER = /\b(?:in\s+)?Q(?<quarter>[1-4])\s+(?<year>\d{4})\b/giu;
const COMPARED: Partial<Record<string, TableCondition['is']>> = {
  before: '<',
  vor: '<',
  after: '>',
  nach: '>',
  since: '>=',
  seit: '>=',
  until: '<=',
  till: '<=',
  to: '<=',
  through: '<=',
  bis: '<=',
};

/**
 * "in 2025", "in March 2025", "since 4 May 2025", for the only date column or one of years. Null for several days or
 * months at once, which no row can match.
 */
export function dateConditions(
  question: string,
  words: readonly QuestionWord[],
  table: DocumentTable,
): OpenCondition[] | null {
  const dates = askedDates(table, words);
  const years = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' && /^(?:year|jahr)$/iu.test(name) ? [index] : [],
  );
  const column = dates.length === 1 ? dates[0] : years.length === 1 ? years[0] : undefined;
  if (column === undefined) return [];
  let rest = question;
  const found: OpenCondition[] = [];
  const take = (match: RegExpExecArray, from: number) => {
    mark(words, match.index + from, match[0].length - from, 'figure');
    rest = `${rest.slice(0, match.index)}${' '.repeat(match[0].length)}${rest.slice(match.index + match[0].length)}`;
  };
  const add = (date: string, when: string | undefined, at: number) =>
    found.push({ is: comparedBy(when?.toLowerCase(), date, question), value: date, at, column });
  if (dates.length === 1) {
    for (const match of rest.matchAll(QUARTER)) {
      const { quarter, year = '' } = match.groups ?? {};
      const last = Number(quarter) * 3;
      const month = (number: number) => `${year}-${String(number).padStart(2, '0')}`;
      take(match, 0);
      found.push(
        { is: '>=', value: month(last - 2), at: match.index, column },
        { is: '<=', value: month(last), at: match.index, column },
      );
    }
  }
  for (const match of rest.matchAll(WHOLE)) {
    const { when, iso, day, day2, month: named, year } = match.groups ?? {};
    const month = named ? monthNamed(named) : null;
    if (year && table.columns.some(({ name }) => name === year)) continue;
    // Only the words of the date: the word before a bare year may be anything.
    const own = named && month === null ? match[0].lastIndexOf(year ?? '') : 0;
    take(match, own);
    add(iso ?? written(year, month, day ?? day2), when, match.index);
  }
  const year = dates.length === 1 ? onlyYear(table, column) : null;
  if (year !== null) {
    for (const match of rest.matchAll(BARE)) {
      const { when, day, day2, month = '' } = match.groups ?? {};
      take(match, 0);
      add(written(year, monthNamed(month), day ?? day2), when, match.index);
    }
  }
  return found.length > 1 && found.some(({ is }) => is === '=') ? null : found;
}

/** The columns of dates; of several, the one that the question names, in whatever form: "started" for "Start". */
function askedDates(table: DocumentTable, words: readonly QuestionWord[]): number[] {
  const dates = table.columns.flatMap(({ kind }, index) => (kind === 'date' ? [index] : []));
  const named = dates.filter((column) =>
    questionWords(table.columns[column]?.name ?? '').some(({ word: part }) =>
      words.some(
        ({ word, taken }) =>
          taken === null && !/^(?:date|day|time)$/u.test(part) && areOfOneFamily(word, part),
      ),
    ),
  );
  return named.length === 1 ? named : dates;
}

/** "From May" means in May, unless an end follows. */
function comparedBy(when: string | undefined, date: string, question: string): TableCondition['is'] {
  if (when !== 'from') return COMPARED[when ?? ''] ?? '=';
  return date.length > 7 || /\b(?:to|until|till|through|onwards?|bis)\b/iu.test(question) ? '>=' : '=';
}

function written(year: string | undefined, month: number | null, day: string | undefined): string {
  return [
    year,
    ...(month ? [String(month).padStart(2, '0')] : []),
    ...(month && day ? [day.padStart(2, '0')] : []),
  ].join('-');
}

/** The year, if all dates of a complete column share it. Then a month needs no year. */
function onlyYear(table: DocumentTable, column: number): string | null {
  if (table.rest) return null;
  const years = new Set(table.rows.flatMap(({ cells }) => cellDate(cells[column] ?? '')?.slice(0, 4) ?? []));
  return years.size === 1 ? ([...years][0] ?? null) : null;
}
