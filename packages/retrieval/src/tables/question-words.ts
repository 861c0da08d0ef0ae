import { analyseText } from '../analyse/analyse-text.js';
import { splitWords } from '../analyse/split-words.js';
import type { DocumentTable } from './document-table.js';
import type { TableCondition } from './table-query.js';
import { isNamedTotal } from './total-label.js';
import { areOfOneFamily } from './word-family.js';

/** Longer values are sentences, which no question quotes. */
const LONGEST_VALUE = 60;
const MOST_VALUES = 20_000;
const LONGEST_NAME = 6;

export interface QuestionWord {
  word: string;
  stem: string;
  start: number;
  end: number;
  /** What the word was used for. Each word is used only once. */
  taken: 'column' | 'value' | 'figure' | 'operation' | null;
}

/** A column or value that the question names, from word `from` up to but not including word `to`. */
export interface Mention {
  column: number;
  value: string | null;
  from: number;
  to: number;
}

export function questionWords(question: string): QuestionWord[] {
  return splitWords(question).map(({ word, start }) => ({
    word: word.toLowerCase(),
    stem: stemsOf(word).join(' '),
    start,
    end: start + word.length,
    taken: null,
  }));
}

/** Marks the unused words of a range as used. */
export function mark(
  words: readonly QuestionWord[],
  start: number,
  length: number,
  as: QuestionWord['taken'],
): void {
  for (const word of words) if (word.start >= start && word.end <= start + length) word.taken ??= as;
}

function stemsOf(text: string): string[] {
  return analyseText({ text: text.replaceAll('_', ' '), language: 'en' });
}

/** Finds column names, longest first, then last words that only one column name ends with. */
export function mentionedColumns(table: DocumentTable, words: readonly QuestionWord[]): Mention[] {
  const names = table.columns.map(({ name }) =>
    stemsOf(name.replaceAll(/\([^)]*\)/gu, ' ').replaceAll(/[-/]/gu, ' ')),
  );
  const whole = new Map(names.map((stems, column) => [stems.join(' '), column]));
  const mentions = take(words, 'column', (phrase) => whole.get(phrase) ?? null);
  const ends = new Map<string, number | null>();
  for (const [column, stems] of names.entries()) {
    for (const stem of new Set([stems.at(-1), stems[0]]))
      if (stem && stem.length > 2)
        ends.set(stem, ends.has(stem) && ends.get(stem) !== column ? null : column);
  }
  return [...mentions, ...take(words, 'column', (phrase) => ends.get(phrase) ?? null)].toSorted(
    (left, right) => left.from - right.from,
  );
}

/** Words of column names that say nothing of their own: "Expiry date", "Supplied by". */
const OF_NAMES = /^(?:date|day|time|by|on|at|of|from|to|the|name|datum|tag|am|von|durch|bis)$/u;

/**
 * Columns that the question names by another form of the word: "expire" for "Expiry", "supply" for "Supplier". Only
 * words that nothing else explains, and only if one column has such a name.
 */
export function columnsByFamily(table: DocumentTable, words: readonly QuestionWord[]): Mention[] {
  const names = table.columns.map(({ name }) =>
    questionWords(name.replaceAll(/\([^)]*\)|[-/_]/gu, ' ')).filter(({ word }) => !OF_NAMES.test(word)),
  );
  return words.flatMap((word, from): Mention[] => {
    if (word.taken !== null || word.word.length < 3 || GRAMMAR.has(word.word)) return [];
    const found = names.flatMap(([only, ...others], column) =>
      only && others.length === 0 && areOfOneFamily(word.word, only.word) ? [column] : [],
    );
    const [column, ...others] = found;
    if (column === undefined || others.length > 0) return [];
    word.taken = 'column';
    return [{ column, value: null, from, to: from + 1 }];
  });
}

/** Adds a value that a question could name. */
export function noteValue(different: Set<string>, cell: string | undefined): void {
  if (cell && cell.length <= LONGEST_VALUE && different.size < MOST_VALUES) different.add(cell);
}

/** The distinct values of a column. */
export function differentValues(table: DocumentTable, column: number): string[] {
  const different = new Set<string>();
  for (const { cells, isTotal } of table.rows) if (!isTotal) noteValue(different, cells[column]);
  for (const value of table.rest?.values.get(column) ?? []) noteValue(different, value);
  return [...different];
}

/** Finds values of text columns. If several columns have a value, the one with the fewest distinct values counts. */
export function mentionedValues(table: DocumentTable, words: readonly QuestionWord[]): Mention[] {
  const values = new Map<string, { column: number; value: string; different: number }>();
  for (const [column, { kind }] of table.columns.entries()) {
    if (kind !== 'text') continue;
    const different = differentValues(table, column);
    // "Employees" means the row "Employees (full-time)", unless another has exactly that name.
    const names = [...different, ...namedTotals(table, column)].map((value) => ({ value, name: value }));
    const short = different.map((value) => ({ value, name: value.replaceAll(/\([^)]*\)/gu, ' ') }));
    for (const { value, name } of [
      ...names,
      ...short,
      ...withoutSizes(different),
      ...withoutTitles(different),
    ]) {
      const key = stemsOf(name).join(' ');
      const known = values.get(key);
      if (key !== '' && (!known || known.different > different.length))
        values.set(key, { column, value, different: different.length });
    }
  }
  const mentions = take(words, 'value', (phrase) => {
    const found = values.get(phrase);
    return found ? { column: found.column, value: found.value } : null;
  });
  for (const { from, value } of mentions) {
    // "Dr Lund" where the cell says "Lund". A title in the cell is part of the name.
    const before = words[from - 1];
    if (before && TITLE.test(before.word) && !TITLE.test(firstWord(value ?? ''))) before.taken ??= 'value';
  }
  return mentions;
}

const firstWord = (text: string) => /^\p{L}*/u.exec(text.toLowerCase())?.[0] ?? '';

const TITLE = /^(?:dr|mr|mrs|ms|miss|prof|professor|herrn?|frau)$/u;

/** "Lund" means "Dr Lund", unless two people have that name. */
function withoutTitles(values: readonly string[]): { value: string; name: string }[] {
  const names = values.flatMap((value) => {
    const [title = '', ...rest] = value.split(/\.?\s+/u);
    return TITLE.test(title.toLowerCase()) && rest.length > 0 ? [{ value, name: rest.join(' ') }] : [];
  });
  return names.filter(({ name }) => names.filter((other) => other.name === name).length === 1);
}

/** Totals that a question can name: "Total income". */
function namedTotals(table: DocumentTable, column: number): string[] {
  const labels = table.rows.flatMap(({ cells, isTotal }) => (isTotal ? [cells[column] ?? ''] : []));
  return labels.filter((label, at) => isNamedTotal(label) && labels.indexOf(label) === at);
}

/**
 * If several columns have a value, prefers the one the question names: "authorised for anions", in a matrix whose
 * columns list who is authorised.
 */
export function inNamedColumns(
  table: DocumentTable,
  values: readonly Mention[],
  columns: readonly Mention[],
): Mention[] {
  return values.map((mention) => {
    const named = columns.filter(
      ({ column }) =>
        table.columns[column]?.kind === 'text' &&
        differentValues(table, column).includes(mention.value ?? ''),
    );
    const [only, ...others] = named;
    return only && others.length === 0 ? { ...mention, column: only.column } : mention;
  });
}

const DENIES = /\b(?:not|no|except|excluding|without|other than|außer|ohne|nicht|keine?n?)\b/iu;

/**
 * Values that several text columns have, if the question names none of these columns: "Carol" in a rota with a column
 * for each task means any of them.
 */
export function inSeveralColumns(options: {
  table: DocumentTable;
  values: readonly Mention[];
  columns: readonly Mention[];
  question: string;
}): Mention[] {
  const { table, values, columns, question } = options;
  if (DENIES.test(question)) return [];
  const asked = new Set(columns.map(({ column }) => column));
  // "From Porto" names the column "From".
  const isSaid = (column: number) =>
    asked.has(column) ||
    question
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .includes((table.columns[column]?.name ?? '').toLowerCase());
  return values.filter(({ value }) => {
    const having = table.columns.flatMap(({ kind }, column) =>
      kind === 'text' && differentValues(table, column).includes(value ?? '') ? [column] : [],
    );
    return having.length > 1 && !having.some(isSaid);
  });
}

/** "Rock armour" means the row "Rock armour 0.3-1 t", unless another starts with the same words. */
function withoutSizes(values: readonly string[]): { value: string; name: string }[] {
  const names = values.map((value) => ({ value, name: /^\D*(?=\s\S*\d)/u.exec(value)?.[0] ?? '' }));
  const seen = new Map<string, number>();
  for (const { name } of names) seen.set(name, (seen.get(name) ?? 0) + 1);
  return names.filter(({ name }) => /\p{L}\P{L}+\p{L}/u.test(name) && seen.get(name) === 1);
}

/** A word that several values of one text column contain, and how to select the rows that have it. */
export interface PartMention {
  column: number;
  condition: TableCondition;
}

const FEWEST_PARTS = 2;

/**
 * "Gaskets" where a column that names the rows has "Gasket DN25" and "Gasket DN40": selects the rows whose cell has the word. If more than
 * one column has such values, nothing shows which is meant. A word of the table's name means the table.
 */
export function mentionedParts(
  table: DocumentTable,
  words: readonly QuestionWord[],
  names: readonly string[],
): PartMention[] {
  const ofTable = new Set(
    names.flatMap((name) => stemsOf(name.replaceAll(/[-_.]/gu, ' ')).concat(stemsOf(name))),
  );
  const free = words.filter(
    ({ word, stem, taken }) =>
      taken === null && word.length > 2 && stem !== '' && !GRAMMAR.has(word) && !ofTable.has(stem),
  );
  if (free.length === 0) return [];
  // A column whose values repeat says something about the rows: a valve for tanks is no tank.
  const rows = table.rest ? 0 : table.rows.filter(({ isTotal }) => !isTotal).length;
  const texts = table.columns.flatMap(({ kind }, column) =>
    kind === 'text' && differentValues(table, column).length === rows
      ? [
          {
            column,
            values: differentValues(table, column).map((value) => ({ value, parts: partsOf(value) })),
          },
        ]
      : [],
  );
  return free.flatMap((word): PartMention[] => {
    const found = texts.flatMap(({ column, values }) => {
      const having = values.filter(({ parts }) => parts.some(({ stem }) => stem === word.stem));
      return having.length > 0 ? [{ column, values, having }] : [];
    });
    const [only, ...others] = found;
    if (!only || others.length > 0 || only.having.length < FEWEST_PARTS) return [];
    word.taken = 'value';
    const { name } = table.columns[only.column] ?? { name: '' };
    const forms = only.having.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.stem === word.stem ? [part.word] : [])),
    );
    const shortest = forms.toSorted((one, other) => one.length - other.length)[0] ?? '';
    // "LED" is also in "sealed": then the values themselves are named.
    const isExact =
      only.values.filter(({ value }) => value.toLowerCase().includes(shortest)).length ===
        only.having.length && forms.every((form) => form.includes(shortest));
    const condition: TableCondition = isExact
      ? { column: name, is: 'contains', value: shortest }
      : { column: name, is: '=', value: only.having.map(({ value }) => value) };
    return [{ column: only.column, condition }];
  });
}

const partsOf = (value: string) =>
  splitWords(value).map(({ word }) => ({ word: word.toLowerCase(), stem: stemsOf(word).join(' ') }));

function take(
  words: readonly QuestionWord[],
  as: 'column' | 'value',
  find: (phrase: string) => number | { column: number; value: string } | null,
): Mention[] {
  const mentions: Mention[] = [];
  for (let length = Math.min(LONGEST_NAME, words.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const part = words.slice(from, from + length);
      if (part.some(({ taken }) => taken !== null && !mayRetake(part, taken, as))) continue;
      // A function word of the question is not a value, even if a cell says "all" or "no".
      if (length === 1 && as === 'value' && GRAMMAR.has(part[0]?.word ?? '')) continue;
      const found = find(part.map(({ stem }) => stem).join(' '));
      if (found === null) continue;
      for (const word of part) word.taken = as;
      const mention = typeof found === 'number' ? { column: found, value: null } : found;
      mentions.push({ ...mention, from, to: from + length });
    }
  }
  return mentions.toSorted((left, right) => left.from - right.from);
}

/**
 * The "total" of a column "Total EUR" may also name the calculation: a name of several words still counts. And the
 * "Ward" of a value "Ward 7" or "Old ward" also names its column.
 */
function mayRetake(
  part: readonly QuestionWord[],
  taken: QuestionWord['taken'],
  as: 'column' | 'value',
): boolean {
  if (part.length === 1)
    return as === 'value' && taken === 'operation' && /^gesamt\p{L}/u.test(part[0]?.word ?? '');
  return (
    taken === 'operation' ||
    (as === 'value' && taken === 'column' && part.some((word) => word.taken === null))
  );
}

/** Words that negate a condition. They must not be ignored if no condition uses them. */
export const DENIALS = new Set(['not', 'no', 'never', 'nicht', 'nie', 'kein', 'keine', 'keinen']);

/** Words that do not say which rows and columns are meant. */
export const GRAMMAR = new Set(
  `a an the of in on at to for from by per with and or is are was were be been being do does did has have had what which who
  whose whom how many much there it its that this these those all any each every we our us i my me you your their they over
  altogether together please tell give given gave handed issued show find list calculate compute table sheet spreadsheet file row rows record records
  entry entries value values number numbers figure figures data according column overall would will can could get got made make as
  sold sell carry carried carries went go goes took take takes spend spends use used uses come came add adds happen
  piece pieces stück across among between during within than then out up not no so worked work works spent if about into listed list recorded single need needs needed require requires required
  der die das den dem des ein eine einen einer ist sind war waren wie wieviel welche welcher welches welchen wer was hoch viel viele von vom im am für mit es gibt wurde wurden hat haben wir unsere unserer brauchen braucht benötigt`.split(
    /\s+/u,
  ),
);
