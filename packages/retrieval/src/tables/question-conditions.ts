import { cellNumber } from './cell-value.js';
import type { DocumentTable } from './document-table.js';
import { hasMarkedBlanks, isCounter, NO_MEASURE } from './question-columns.js';
import { dateConditions, type OpenCondition } from './question-dates.js';
import { isState, stateOf } from './question-states.js';
import { mark, type Mention, type QuestionWord } from './question-words.js';
import { conditionOf } from './row-condition.js';
import type { TableCondition } from './table-query.js';

const ABOVE =
  /(?:more|greater|higher|larger|bigger|later|longer|older) than|over|above|exceed(?:s|ing)?|mehr als|über/u;
const BELOW = /(?:less|fewer|lower|smaller|shorter|younger|cheaper) than|under|below|weniger als|unter/u;

const EXCEPT =
  /\b(?:not|except|excluding|without|outside|other than|außer|ohne|nicht)\s+(?:(?:in|for|from|the|on|at|a|an|any|by|im)\s+)*$/iu;
const JOINED = /^\s*(?:,|,?\s*(?:or|and|nor|oder|und))\s+(?:(?:in|for|from|the|on|at|a|an|by)\s+)*$/iu;

/** Rows that the question selects by a value: in the North, not closed. */
export function valueConditions(
  table: DocumentTable,
  values: readonly Mention[],
  question: string,
  words: readonly QuestionWord[],
): TableCondition[] {
  const byColumn = new Map<string, TableCondition & { value: string[] }>();
  let last = null as { column: number; to: number; is: '=' | '!=' } | null;
  for (const { column, value, from, to } of values) {
    const name = table.columns[column]?.name ?? '';
    const start = words[from]?.start ?? 0;
    const denial = EXCEPT.exec(question.slice(0, start));
    if (denial) mark(words, denial.index, denial[0].length, 'operation');
    // "Not falls or delays" denies both.
    const goesOn: boolean =
      last?.column === column && JOINED.test(question.slice(words[last.to - 1]?.end ?? 0, start));
    const is: '=' | '!=' = denial ? '!=' : goesOn && last ? last.is : '=';
    last = { column, to, is };
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

/** "Of class 3", "in week 11": a number column followed by a number that some row has. */
export function numberedConditions(
  table: DocumentTable,
  columns: readonly Mention[],
  words: readonly QuestionWord[],
): { conditions: TableCondition[]; used: Set<Mention> } {
  const conditions: TableCondition[] = [];
  const used = new Set<Mention>();
  for (const mention of columns) {
    const { kind, name } = table.columns[mention.column] ?? { kind: 'text', name: '' };
    const next = words[mention.to];
    if (kind !== 'number' || next?.taken !== null || !/^\d+(?:\.\d+)?$/u.test(next.word)) continue;
    const condition: TableCondition = { column: name, is: '=', value: Number(next.word) };
    const holds = conditionOf(table, mention.column, condition);
    if (!table.rows.some((row) => !row.isTotal && holds(row))) continue;
    next.taken = 'value';
    conditions.push(condition);
    used.add(mention);
  }
  return { conditions, used };
}

/** "On Ward 5 or with severe harm": rules cannot express a choice between two columns. */
export function asksForEither(
  values: readonly Mention[],
  question: string,
  words: readonly QuestionWord[],
): boolean {
  return [...question.matchAll(/\b(?:or|oder|either|entweder)\b/giu)].some(({ index }) => {
    // "10 or more" is one limit.
    if (words.some(({ start, taken }) => start === index && taken === 'figure')) return false;
    const before = values.findLast(({ to }) => (words[to - 1]?.end ?? 0) <= index);
    const after = values.find(({ from }) => (words[from]?.start ?? 0) > index);
    return before === undefined || after === undefined || before.column !== after.column;
  });
}

const hasZero = (table: DocumentTable, column: number) =>
  table.rows.some(({ cells }) => cellNumber(cells[column] ?? '', false)?.value === 0);

/** "With a discount", "that have no deposit": rows that do or do not have a value in a named column. */
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
    if ((has || lacks) && kind === 'text' && isState(table, column)) {
      const said = /\S+(?:\s+\S+)?\s+$/u.exec(before);
      if (said) mark(words, said.index, said[0].length, 'operation');
      return stateOf(table, column, has) ?? [];
    }
    if (hasMarkedBlanks(table, column)) {
      const no = /\b(?:(?:with|have|has|had)\s+)?(?:no|without|keinen?)\s+(?:any\s+)?$/iu.exec(before);
      if (no) mark(words, no.index, no[0].length, 'operation');
      if (no)
        return [hasZero(table, column) ? { column: name, is: '=', value: 0 } : { column: name, is: 'empty' }];
      if (has && kind !== 'number') return [{ column: name, is: 'not empty' }];
    }
    if (!has && !lacks) return [];
    const said = /\S+(?:\s+\S+)?\s+$/u.exec(before);
    if (said) mark(words, said.index, said[0].length, 'operation');
    if (kind === 'number') return [{ column: name, is: has ? '>' : '=', value: 0 }];
    return [{ column: name, is: has ? 'not empty' : 'empty' }];
  });
}

/** Null if the dates exclude each other. */
export function openConditions(
  question: string,
  words: readonly QuestionWord[],
  table: DocumentTable,
): OpenCondition[] | null {
  const figures = figureConditions(question, words);
  const dates = dateConditions(question, words, table);
  return dates && [...figures, ...dates];
}

/** "more than 50", "at least 3", "between 10 and 20". Nearby words tell which column is meant. */
function figureConditions(question: string, words: readonly QuestionWord[]): OpenCondition[] {
  const figure = String.raw`[$€£]?\s?(\d[\d,]*(?:\.\d+)?)(?!\d|-\d|\s*(?:January|February|March|April|May|June|July|August|September|October|November|December))(?:\s?(?:[€£$]|(?:pounds?|euros?|dollars?|francs?|eur|gbp|usd|chf)\b))?`;
  const found: OpenCondition[] = [];
  const collect = (pattern: string, ...comparisons: TableCondition['is'][]) => {
    for (const match of question.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, 'giu'))) {
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
        // A year is a date, which is handled below.
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
  collect(`${figure} (?:or|oder) (?:more|higher|above|over|mehr)`, '>=');
  collect(`${figure} (?:or|oder) (?:less|fewer|lower|below|weniger)`, '<=');
  collect(`(?:${ABOVE.source}) ${figure}`, '>');
  collect(`(?:${BELOW.source}) ${figure}`, '<');
  return found;
}

/**
 * The column right after the number ("50 units"), otherwise the last one named before it, or the only number column.
 */
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
  const isMeasure = (index: number) =>
    table.columns[index]?.kind === 'number' && !isCounter(table, index) && !NO_MEASURE.test(name(index));
  const numbers = columns.filter((mention) => isMeasure(mention.column));
  const figureEnd = words.findIndex((word) => word.start >= at && word.taken !== 'figure');
  const next = numbers.find(({ from }) => from === figureEnd);
  const before = numbers.findLast(({ from }) => (words[from]?.start ?? 0) < at);
  const only = table.columns.flatMap((_, index) => (isMeasure(index) ? [index] : []));
  const chosen = next?.column ?? before?.column ?? (only.length === 1 ? only[0] : undefined);
  return chosen === undefined ? null : { column: name(chosen), is, value };
}
