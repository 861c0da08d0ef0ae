import type { DocumentTable, TableRow } from './document-table.js';
import { PRICE } from './question-columns.js';
import { conditionOf } from './row-condition.js';
import { ANY_COLUMN, type TableCondition } from './table-query.js';

/** A question for the figure of some rows. */
interface FigureAsked {
  question: string;
  table: DocumentTable;
  where: readonly TableCondition[];
  /** The column of the figure. */
  target: number | null;
}

const ALL_TOGETHER =
  /\b(?:total|sum|summe|gesamt\p{L}*|insgesamt|altogether|together|zusammen|add up|adds up|combined|all|alle)\b/iu;
const SPENT = /\b(?:pay|paid|spend|spent|earn(?:ed)?|took|bezahlt|gezahlt|ausgegeben|eingenommen)\b/iu;

/** "How much is it" does not ask for the sum of all prices, which belong to different things. */
export function addsPrices(asked: FigureAsked): boolean {
  return asked.where.length === 0 && isOfPrices(asked);
}

/** "How much is a castration?" of a list with a price for each animal: each is told, their sum means nothing. */
export function hasSeveralPrices(asked: FigureAsked): boolean {
  const { question, table, where } = asked;
  return where.length > 0 && !SPENT.test(question) && isOfPrices(asked) && onlyRow(table, where) === null;
}

const isOfPrices = ({ question, table, target }: FigureAsked) =>
  target !== null && !ALL_TOGETHER.test(question) && PRICE.test(table.columns[target]?.name ?? '');

/** The only row that meets the conditions; null if there are others, or rows that are not in memory. */
export function onlyRow(table: DocumentTable, where: readonly TableCondition[]): TableRow | null {
  if (table.rest || where.some(({ column }) => column === ANY_COLUMN)) return null;
  const tests = where.map((condition) => {
    const column = table.columns.findIndex(({ name }) => name === condition.column);
    return conditionOf(table, column, condition);
  });
  const [row, ...others] = table.rows.filter((one) => !one.isTotal && tests.every((holds) => holds(one)));
  return row && others.length === 0 ? row : null;
}
