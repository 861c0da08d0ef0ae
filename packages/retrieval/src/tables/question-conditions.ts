import { monthNamed } from './cell-value.js';
import type { DocumentTable } from './document-table.js';
import { mark, type Mention, type QuestionWord } from './question-words.js';
import type { TableCondition } from './table-query.js';

const ABOVE =
  /(?:more|greater|higher|larger|bigger|later|longer|older) than|over|above|exceed(?:s|ing)?|mehr als|über/u;
const BELOW = /(?:less|fewer|lower|smaller|shorter|younger|cheaper) than|under|below|weniger als|unter/u;

/** Rows that the question names by a value: in the North, not closed. */
export function valueConditions(
  table: DocumentTable,
  values: readonly Mention[],
  question: string,
  words: readonly QuestionWord[],
): TableCondition[] {
  const byColumn = new Map<string, TableCondition & { value: string[] }>();
  for (const { column, value, from } of values) {
    const name = table.columns[column]?.name ?? '';
    const before = question.slice(0, words[from]?.start ?? 0);
    const is =
      /\b(?:not|except|excluding|without|outside|other than|außer|ohne)\s+(?:in\s+|for\s+|from\s+|the\s+)*$/iu.test(
        before,
      )
        ? '!='
        : '=';
    const key = `${is} ${name}`;
    const known = byColumn.get(key);
    if (known) known.value.push(value ?? '');
    else byColumn.set(key, { column: name, is, value: [value ?? ''] });
  }
  return [...byColumn.values()].map((condition) => ({
    ...condition,
    value: condition.value.length === 1 ? (condition.value[0] ?? '') : condition.value,
  }));
}

/** "With a discount", "that have no deposit": rows that have something in a column that the question names. */
export function possessionConditions(
  table: DocumentTable,
  columns: readonly Mention[],
  question: string,
  words: readonly QuestionWord[],
): TableCondition[] {
  return columns.flatMap(({ column, from }): TableCondition[] => {
    const { name, kind } = table.columns[column] ?? { name: '', kind: 'text' };
    const before = question.slice(0, words[from]?.start ?? 0);
    const has = /\b(?:have|has|had|having|with|mit|haben|hat)\s+(?:an?|any|einen?|eine[mr])\s+$/iu.test(
      before,
    );
    const lacks =
      /\b(?:(?:have|has|had|having|with|haben|hat)\s+(?:no|keine?n?)|(?:without|ohne)(?:\s+(?:an?|any|einen?|eine))?)\s+$/iu.test(
        before,
      );
    if (!has && !lacks) return [];
    if (kind === 'number') return [{ column: name, is: has ? '>' : '=', value: 0 }];
    return [{ column: name, is: has ? 'not empty' : 'empty' }];
  });
}

/** A limit whose column is told by what stands near it, or by its kind. */
interface OpenCondition {
  is: TableCondition['is'];
  value: number | string;
  /** Place in the question, to find the column it is about. */
  at: number;
  column: number | null;
}

export function openConditions(
  question: string,
  words: readonly QuestionWord[],
  table: DocumentTable,
): OpenCondition[] {
  return [...figureConditions(question, words), ...dateConditions(question, words, table)];
}

/** "more than 50", "at least 3", "between 10 and 20": which column they are about is told by what stands near. */
function figureConditions(question: string, words: readonly QuestionWord[]): OpenCondition[] {
  const figure = String.raw`[$€£]?\s?(\d[\d,]*(?:\.\d+)?)(?!\d|-\d|\s*(?:January|February|March|April|May|June|July|August|September|October|November|December))`;
  const found: OpenCondition[] = [];
  const collect = (pattern: string, ...comparisons: TableCondition['is'][]) => {
    for (const match of question.matchAll(new RegExp(`\\b(?:${pattern})`, 'giu'))) {
      if (
        words.some(
          (word) =>
            word.taken === 'figure' && word.start >= match.index && word.end <= match.index + match[0].length,
        )
      )
        continue;
      mark(words, match.index, match[0].length, 'figure');
      for (const [index, is] of comparisons.entries()) {
        const value = Number(match[index + 1]?.replaceAll(',', ''));
        // A year stands for a date, which is read below.
        if (!Number.isInteger(value) || value < 1500 || value > 2100 || /[$€£]/u.test(match[0]))
          found.push({ is, value, at: match.index, column: null });
        else
          for (const word of words)
            if (word.start >= match.index && word.end <= match.index + match[0].length) word.taken = null;
      }
    }
  };
  collect(`between ${figure} (?:and|to) ${figure}`, '>=', '<=');
  collect(`(?:at least|no less than|mindestens) ${figure}`, '>=');
  collect(`(?:at most|no more than|up to|höchstens) ${figure}`, '<=');
  collect(`(?:${ABOVE.source}) ${figure}`, '>');
  collect(`(?:${BELOW.source}) ${figure}`, '<');
  return found;
}

/** "in 2025", "in March 2025", "since 4 May 2025", against the only column of dates, or one of years. */
function dateConditions(
  question: string,
  words: readonly QuestionWord[],
  table: DocumentTable,
): OpenCondition[] {
  const dates = table.columns.flatMap(({ kind }, index) => (kind === 'date' ? [index] : []));
  const years = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' && /^(?:year|jahr)$/iu.test(name) ? [index] : [],
  );
  const column = dates.length === 1 ? dates[0] : years.length === 1 ? years[0] : undefined;
  if (column === undefined) return [];
  const pattern =
    /\b(?:(?<when>before|after|since|until|till|from|in|during|for|on|of|im|seit|vor|nach)\s+)?(?:(?<iso>\d{4}-\d{2}(?:-\d{2})?)|(?:(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+)?(?:(?<month>\p{L}{3,9})\s+)?(?:(?<day2>\d{1,2})(?:st|nd|rd|th)?,\s+)?(?<year>(?:1[5-9]|20)\d{2}))(?![\d-])/giu;
  return [...question.matchAll(pattern)].flatMap((match) => {
    const { when = 'in', iso, day, day2, month: named, year } = match.groups ?? {};
    const month = named ? monthNamed(named) : null;
    if (year && table.columns.some(({ name }) => name === year)) return [];
    const date =
      iso ??
      [
        year,
        ...(month ? [String(month).padStart(2, '0')] : []),
        ...(month && (day ?? day2) ? [(day ?? day2 ?? '').padStart(2, '0')] : []),
      ].join('-');
    // Only the date's own words: the word before a bare year may be anything.
    const own = named && month === null ? match[0].lastIndexOf(year ?? '') : 0;
    mark(words, match.index + own, match[0].length - own, 'figure');
    const is = (
      {
        before: '<',
        vor: '<',
        after: '>',
        nach: '>',
        since: '>=',
        seit: '>=',
        from: '>=',
        until: '<=',
        till: '<=',
      } as const
    )[when.toLowerCase() as 'before'];
    return [{ is: is ?? '=', value: date, at: match.index, column }];
  });
}

/** The column right after the figure ("50 units"), else the last one named before it, else the only one of numbers. */
export function attached(
  { is, value, at, column }: OpenCondition,
  table: DocumentTable,
  columns: readonly Mention[],
  words: readonly QuestionWord[],
): TableCondition | null {
  const name = (index: number) => table.columns[index]?.name ?? '';
  if (column !== null)
    return {
      column: name(column),
      is,
      value: table.columns[column]?.kind === 'number' ? Number(value) : value,
    };
  const numbers = columns.filter((mention) => table.columns[mention.column]?.kind === 'number');
  const figureEnd = words.findIndex((word) => word.start >= at && word.taken !== 'figure');
  const next = numbers.find(({ from }) => from === figureEnd);
  const before = numbers.findLast(({ from }) => (words[from]?.start ?? 0) < at);
  const only = table.columns.flatMap(({ kind }, index) => (kind === 'number' ? [index] : []));
  const chosen = next?.column ?? before?.column ?? (only.length === 1 ? only[0] : undefined);
  return chosen === undefined ? null : { column: name(chosen), is, value };
}
