import type { DocumentTable } from './document-table.js';
import { findColumn } from './find-column.js';
import type { TableCalculation } from './table-query.js';

const CURRENCY_SIGN = /^[$€£¥₹]$/u;
const CURRENCY = /^(?:[$€£¥₹]|eur|gbp|usd|chf|euros?|pounds?|dollars?)$/iu;

/**
 * A calculated figure with the unit that the cells of its column have, such as "£1792.50" or "5.4 kg". A unit in the
 * column's name is told with the name.
 */
export function withUnit(figure: string, { what, of }: TableCalculation, table: DocumentTable): string {
  if (what === 'count' || what === 'count distinct' || !/^-?[\d.]+$/u.test(figure)) return figure;
  const {
    name = '',
    units = [],
    isCommaDecimal = false,
  } = table.columns[findColumn(table, of ?? '') ?? -1] ?? {};
  const [unit, ...others] = units;
  if (unit === undefined || others.length > 0 || name.includes(unit)) return figure;
  const written = CURRENCY.test(unit) && figure.includes('.') ? Number(figure).toFixed(2) : figure;
  // Those who write a decimal comma write the sign behind.
  if (CURRENCY_SIGN.test(unit) && !isCommaDecimal)
    return written.replace(/^(-?)/u, `$1${unit.replace('$', '$$$$')}`);
  return unit === '%' ? `${written}%` : `${written} ${unit}`;
}
