import { daysIn, type Day, isOnDay } from './days-in-text.js';
import type { QuotedRow } from './fitting-rows.js';
import { MONTHS } from './named-times.js';

/** Asks about more than the day it names. */
const AROUND =
  /\b(?:after|before|since|between|until|till|by|from|to|next|last|week(?! (?:beginning|starting|commencing|of|from)\b)|month|nach|vor|seit|bis|zwischen|ab|woche)\b/iu;
/** More than half of the cells of a column must be days. */
const MOST = 0.5;
const MONTH = [...MONTHS.keys()].join('|');
const RANGE = new RegExp(
  String.raw`(?<first>\d{1,2})\.?\s*(?:[–-]|to|and|until|bis|und)\s*(?<last>\d{1,2})\.?\s+(?<month>${MONTH})\b`,
  'giu',
);

/** Rows of a table by days that has no row for the day asked about. */
export interface RowsOfOtherDays<Row> {
  /** The day, as the question writes it. */
  asked: string;
  rows: ReadonlySet<Row>;
  /** No text names the day either. */
  isUnmentioned: boolean;
}

/**
 * "Who is on duty on 18 October?" is not answered by the rows of 13 and 22 October. Null if the question names no day,
 * or every table by days has it.
 */
export function rowsOfOtherDays<Row extends QuotedRow>(
  question: string,
  candidates: readonly Row[],
): RowsOfOtherDays<Row> | null {
  const [day, ...others] = daysIn(question);
  if (!day || others.length > 0 || AROUND.test(question)) return null;
  const tables = new Map<string, Row[]>();
  for (const row of candidates)
    if (row.columns !== undefined)
      tables.set(`${row.document}\n${row.columns}`, [
        ...(tables.get(`${row.document}\n${row.columns}`) ?? []),
        row,
      ]);
  const missed = [...tables.values()].filter(
    (rows) => isByDay(rows) && !rows.some(({ text }) => isOnDay(question, text)),
  );
  if (missed.length === 0) return null;
  return {
    asked: day.text,
    rows: new Set(missed.flat()),
    isUnmentioned: !candidates.some(({ text, heading }) => {
      const said = `${heading}\n${text}`;
      return isOnDay(question, said) || isWithin(day, said);
    }),
  };
}

/** Whether a column has a day in most rows. */
function isByDay(rows: readonly QuotedRow[]): boolean {
  const cells = rows.map(({ text }) => text.split('|'));
  const widest = Math.max(...cells.map((row) => row.length));
  return Array.from({ length: widest }, (_, column) => column).some(
    (column) => cells.filter((row) => daysIn(row[column] ?? '').length > 0).length > rows.length * MOST,
  );
}

/** "From 12 to 24 October" includes 18 October. */
function isWithin({ day, month }: Day, text: string): boolean {
  return [...text.matchAll(RANGE)].some(({ groups = {} }) => {
    const { first, last, month: named = '' } = groups;
    return MONTHS.get(named.toLowerCase()) === month && day >= Number(first) && day <= Number(last);
  });
}
