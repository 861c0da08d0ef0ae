import { cellNumber } from './cell-value.js';
import type { DocumentTable, TableRow } from './document-table.js';
import { isOf } from './question-columns.js';
import { conditionOf } from './row-condition.js';
import type { TableQuery } from './table-query.js';

/** Balances of other rows. Adding them would count the same amounts twice. */
const BALANCE =
  /^(?:(?:net|operating|gross|annual|overall)\s+)?(?:surplus|deficit|profit|loss|balance|result|difference|variance|überschuss|fehlbetrag|saldo|ergebnis|gewinn|verlust|differenz)(?:\s*(?:[/(,:]|(?:for|before|after|of the|brought|carried|or|and|des|der|vor|nach|aus|oder|im)\b).*)?$|^net\s+(?:income|result|assets|worth|cash|expenditure|position)\b/iu;
const COMES_IN =
  /^(?:total\s+|all\s+|summe\s+(?:der\s+)?|gesamt)?(?:income|incomings|revenues?|receipts|takings|assets|credits?|deposits|einnahmen|erträge|erlöse|aktiva|haben)$/iu;
const GOES_OUT =
  /^(?:total\s+|all\s+|summe\s+(?:der\s+)?|gesamt)?(?:expenditures?|expenses?|outgoings|costs?|spending|payments|liabilities|debits?|withdrawals|ausgaben|aufwendungen|aufwand|kosten|passiva|soll)$/iu;
const UNIT = /^(?:units?|einheit(?:en)?|unit of measure|uom)$/iu;
const ADDS = new Set<string>(['sum', 'average', 'median']);

/**
 * Whether the query would add unlike rows: income and expenditure, a surplus and its parts, metres and kilos. Such a
 * figure means nothing, even if its cells are shown.
 */
export function addsUnlikeRows(table: DocumentTable, { where = [], calculate = [] }: TableQuery): boolean {
  const added = calculate.filter(({ what }) => ADDS.has(what)).map(({ of }) => of ?? '');
  if (added.length === 0) return false;
  const tests = where.map((condition) => {
    const at = table.columns.findIndex(({ name }) => name === condition.column);
    return conditionOf(table, at, condition);
  });
  const fitting = table.rows.filter((row) => tests.every((holds) => holds(row)));
  const rows = fitting.filter(({ isTotal }) => !isTotal);
  if (rows.length < 2) return false;
  if (rows.some(({ cells }) => BALANCE.test(labelOf(cells)))) return true;
  const said = fitting.flatMap(({ cells }) => cells.map((cell) => cell.trim()));
  if (said.some((cell) => COMES_IN.test(cell)) && said.some((cell) => GOES_OUT.test(cell))) return true;
  return added.some((name) => hasManyUnits(table, rows, name));
}

function labelOf(cells: readonly string[]): string {
  return cells.find((cell) => cell !== '')?.trim() ?? '';
}

/** Judged by the cells, or by a unit column. Money counts as one unit, whatever it is paid for. */
function hasManyUnits(table: DocumentTable, rows: readonly TableRow[], name: string): boolean {
  const at = table.columns.findIndex((column) => column.name === name);
  const column = table.columns[at];
  if (!column) return false;
  const units = new Set(
    rows.flatMap(({ cells }) => {
      const unit = cellNumber(cells[at] ?? '', column.isCommaDecimal)?.unit ?? '';
      return unit === '' ? [] : [plainUnit(unit)];
    }),
  );
  if (units.size > 1) return true;
  const stated = table.columns.findIndex((other) => other.kind === 'text' && UNIT.test(other.name.trim()));
  if (stated === -1 || isOf(table, at, 'money')) return false;
  const said = rows.flatMap(({ cells }) => (cells[stated] ? [plainUnit(cells[stated])] : []));
  return new Set(said).size > 1;
}

const SIGNS: Record<string, string> = { '€': 'eur', '£': 'gbp', $: 'usd', euro: 'eur' };

function plainUnit(unit: string): string {
  const plain = unit.trim().toLowerCase().replace(/\.$/u, '');
  return SIGNS[plain] ?? (plain.length > 3 ? plain.replace(/(?:e?s|en|n)$/u, '') : plain);
}
