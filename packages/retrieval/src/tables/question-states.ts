import { cellDate, isBlank } from './cell-value.js';
import type { DocumentTable } from './document-table.js';
import { differentValues, mark, questionWords, type Mention, type QuestionWord } from './question-words.js';
import type { TableCondition } from './table-query.js';
import { areOfOneFamily } from './word-family.js';

const YES = /^(?:yes|y|true|ja|j|x|✓|✔|oui|sí)$/iu;
const NO = /^(?:no|n|false|nein|non|✗|✘)$/iu;
/** Right after a column name: "Done = no", "Done is yes". */
const SAID = /^\s*(?:=|:|is|equals|set to)?\s*["“'„]?(yes|no|true|false|ja|nein)(?![\p{L}])/iu;
const NOT =
  /\b(?:(?:still|noch)\s+)?(?:not|never|nicht)\s+(?:(?:yet|been|being|be|already|fully|formally)\s+)*$/iu;
/** "To be paid", "has to pay" means not paid yet. */
const TO_BE = /\b(?:(?:still|has|have|had|needs?)\s+)*to\s+(?:be\s+)?$/iu;
/** Possible or future states are not what a cell states. */
const PERHAPS =
  /\b(?:will|would|should|must|may|might|can|could|shall|expected|planned|due)\s+(?:(?:not|to|be|have|been)\s+)*$/iu;
const GROUPED = /\b(?:per|by|each|every|different|distinct|unique|column)\s+$/iu;
/** Columns for which "no" means open. */
const ENDS =
  /^(?:closed|done|completed?|finished|resolved|settled|solved|paid|erledigt|abgeschlossen|bezahlt)$/iu;
const OPEN = /^(?:open|outstanding|pending|unfinished|offen|offene[nrs]?)$/iu;
const DATED = /^(?:\p{L}+ed|paid|sent|done|sold|built|left|(?:ge|be|ver|er)\p{L}+t|\p{L}+iert)$/iu;

export interface StateConditions {
  conditions: TableCondition[];
  /** The column mentions used in these conditions. */
  used: ReadonlySet<Mention>;
  /** How many columns the question names by the opposite: "unpaid", "open". */
  opposites: number;
  /** The question asks for a state that the cells do not show. */
  isUnclear: boolean;
}

/** "Not closed", "approved", "still open": selects rows by a yes/no column, or by whether a date is filled in. */
export function stateConditions(options: {
  table: DocumentTable;
  columns: readonly Mention[];
  /** Columns that the question filters by in another way. */
  filtered: ReadonlySet<string>;
  question: string;
  words: readonly QuestionWord[];
}): StateConditions {
  const { table, columns, filtered, question, words } = options;
  const conditions: TableCondition[] = [];
  const used = new Set<Mention>();
  let isUnclear = false;
  let opposites = 0;
  const add = (found: TableCondition[] | null) => {
    if (found) conditions.push(...found);
    else isUnclear = true;
  };
  for (const mention of columns) {
    const { column, from, to } = mention;
    const name = table.columns[column]?.name ?? '';
    const before = question.slice(0, words[from]?.start ?? 0);
    if (filtered.has(name) || GROUPED.test(before) || !isState(table, column)) continue;
    used.add(mention);
    const end = words[to - 1]?.end ?? 0;
    const said = SAID.exec(question.slice(end));
    if (said) mark(words, end, said[0].length, 'value');
    const denial = said ? null : (NOT.exec(before) ?? TO_BE.exec(before));
    if (denial) mark(words, denial.index, denial[0].length, 'operation');
    if (PERHAPS.test(before)) isUnclear = true;
    else
      add(stateOf(table, column, said ? YES.test(said[1] ?? '') || /true/iu.test(said[1] ?? '') : !denial));
  }
  for (const word of words) {
    const column = word.taken === null ? openColumn(table, word, filtered) : null;
    if (column === null) continue;
    const before = question.slice(0, word.start);
    const denial = NOT.exec(before);
    if (denial) mark(words, denial.index, denial[0].length, 'operation');
    const still = /\b(?:still|noch)\s+$/iu.exec(before);
    if (still) mark(words, still.index, still[0].length, 'operation');
    word.taken = 'value';
    opposites += 1;
    add(stateOf(table, column, denial !== null));
  }
  return { conditions, used, opposites, isUnclear };
}

/** Most cells are yes, no, or the day on which it was done; or it is a date column named after an action. */
export function isState(table: DocumentTable, column: number): boolean {
  const { kind, name } = table.columns[column] ?? { kind: 'text', name: '' };
  if (kind === 'date') return DATED.test(name);
  if (kind !== 'text') return false;
  const cells = table.rows
    .filter(({ isTotal }) => !isTotal)
    .map(({ cells: row }) => (row[column] ?? '').trim());
  const plain = cells.filter((cell) => YES.test(cell) || NO.test(cell)).length;
  const dated = DATED.test(name) ? cells.filter((cell) => cellDate(cell) !== null).length : 0;
  return plain > 0 && (plain + dated) * 2 >= cells.filter((cell) => !isBlank(cell)).length;
}

/**
 * A column of "yes", "no", the day on which it was done, and dashes: where nothing is stated, it is not done. Null if
 * other cells make the denial ambiguous.
 */
export function stateOf(table: DocumentTable, column: number, holds: boolean): TableCondition[] | null {
  const { kind, name } = table.columns[column] ?? { kind: 'text', name: '' };
  if (kind === 'date') return [{ column: name, is: holds ? 'not empty' : 'empty' }];
  const values = differentValues(table, column);
  const said = (pattern: RegExp) => values.filter((value) => pattern.test(value.trim()));
  const [yes, no] = [said(YES), said(NO)];
  const days = DATED.test(name) ? values.filter((value) => cellDate(value) !== null) : [];
  const blanks = values.filter(isBlank);
  const isOf = (is: '=' | '!=', list: readonly string[]): TableCondition => ({
    column: name,
    is,
    value: list.length === 1 ? (list[0] ?? '') : [...list],
  });
  const hasOthers = yes.length + no.length + days.length + blanks.length < values.length;
  if (days.length > 0 && hasOthers) return null;
  if (holds && days.length > 0)
    return [{ column: name, is: 'not empty' }, ...(no.length > 0 ? [isOf('!=', no)] : [])];
  if (holds) return yes.length > 0 ? [isOf('=', yes)] : null;
  const isFilled = table.rows.every(({ cells, isTotal }) => isTotal || !isBlank(cells[column] ?? ''));
  if (no.length > 0 && (isFilled || days.length > 0)) return [isOf('=', isFilled ? no : [...no, ''])];
  return yes.length > 0 && !hasOthers ? [isOf('!=', yes)] : null;
}

/**
 * "Paid on 3 October": the day is that of the payment, if the column has days among its cells, and not that of the row.
 * Null if a comparison of such cells is asked for, which are text.
 */
export function withDaysOfState(
  table: DocumentTable,
  where: TableCondition[],
  question: string,
): TableCondition[] | null {
  const kindOf = (name: string) => table.columns.find((column) => column.name === name)?.kind;
  const written = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const state = where.find(
    ({ column, is }) =>
      is === 'not empty' &&
      kindOf(column) === 'text' &&
      new RegExp(
        String.raw`(?<!\p{L})${written(column)}\s+(?:on|in|during|before|after|since|am|im|vor|nach|seit)\s`,
        'iu',
      ).test(question),
  );
  const limit = where.find(({ column, value }) => kindOf(column) === 'date' && typeof value === 'string');
  if (!state || !limit) return where;
  const at = table.columns.findIndex(({ name }) => name === state.column);
  const days = differentValues(table, at).filter((cell) => cellDate(cell) !== null);
  if (limit.is !== '=' || days.some((cell) => cellDate(cell) !== cell.trim())) return null;
  const others = where.filter((condition) => condition.column !== state.column && condition !== limit);
  return [...others, { column: state.column, is: 'starts with', value: String(limit.value) }];
}

/** "Unpaid" denies "Paid", "open" denies "Closed". */
function openColumn(
  table: DocumentTable,
  { word }: QuestionWord,
  filtered: ReadonlySet<string>,
): number | null {
  const rest = /^un(\p{L}{3,})$/u.exec(word)?.[1];
  const found = table.columns.flatMap(({ name }, column) => {
    const isMeant =
      (rest !== undefined && areOfOneFamily(rest, questionWords(name)[0]?.word ?? '')) ||
      (OPEN.test(word) && ENDS.test(name.trim()));
    return isMeant && !filtered.has(name) && isState(table, column) ? [column] : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
