import { analyseText } from '../analyse/analyse-text.js';
import { splitWords } from '../analyse/split-words.js';
import type { DocumentTable } from './document-table.js';
import { isNamedTotal } from './total-label.js';

/** Values longer than this are sentences, which nobody names in a question. */
const LONGEST_VALUE = 60;
const MOST_VALUES = 20_000;
const LONGEST_NAME = 6;

export interface QuestionWord {
  word: string;
  stem: string;
  start: number;
  end: number;
  /** What the word was taken for, so that it is taken for nothing else. */
  taken: 'column' | 'value' | 'figure' | 'operation' | null;
}

/** A column or a value of a column that the question names, from word `from` to before word `to`. */
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

/** Takes the words of a stretch of the question, where nothing has taken them yet. */
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

/** Names of columns, the longest first; then the last word of a name where only one column ends on it. */
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

/** Adds a value that a question could name. */
export function noteValue(different: Set<string>, cell: string | undefined): void {
  if (cell && cell.length <= LONGEST_VALUE && different.size < MOST_VALUES) different.add(cell);
}

/** What the cells of a column say, once each. */
export function differentValues(table: DocumentTable, column: number): string[] {
  const different = new Set<string>();
  for (const { cells, isTotal } of table.rows) if (!isTotal) noteValue(different, cells[column]);
  for (const value of table.rest?.values.get(column) ?? []) noteValue(different, value);
  return [...different];
}

/** Values of text columns; of a value that several columns have, the column with the fewest different ones. */
export function mentionedValues(table: DocumentTable, words: readonly QuestionWord[]): Mention[] {
  const values = new Map<string, { column: number; value: string; different: number }>();
  for (const [column, { kind }] of table.columns.entries()) {
    if (kind !== 'text') continue;
    const different = differentValues(table, column);
    // "Employees" names the row "Employees (full-time)", unless another one is called just that.
    const names = [...different, ...namedTotals(table, column)].map((value) => ({ value, name: value }));
    const short = different.map((value) => ({ value, name: value.replaceAll(/\([^)]*\)/gu, ' ') }));
    for (const { value, name } of [...names, ...short, ...withoutSizes(different)]) {
      const key = stemsOf(name).join(' ');
      const known = values.get(key);
      if (key !== '' && (!known || known.different > different.length))
        values.set(key, { column, value, different: different.length });
    }
  }
  return take(words, 'value', (phrase) => {
    const found = values.get(phrase);
    return found ? { column: found.column, value: found.value } : null;
  });
}

/** Totals that a question can name: "Total income". */
function namedTotals(table: DocumentTable, column: number): string[] {
  const labels = table.rows.flatMap(({ cells, isTotal }) => (isTotal ? [cells[column] ?? ''] : []));
  return labels.filter((label, at) => isNamedTotal(label) && labels.indexOf(label) === at);
}

/**
 * Of a value that several columns have, the column that the question names: "authorised for anions", where each column of a
 * matrix says who is authorised for it.
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

/** "Rock armour" names the row "Rock armour 0.3-1 t", unless another one begins with the same words. */
function withoutSizes(values: readonly string[]): { value: string; name: string }[] {
  const names = values.map((value) => ({ value, name: /^\D*(?=\s\S*\d)/u.exec(value)?.[0] ?? '' }));
  const seen = new Map<string, number>();
  for (const { name } of names) seen.set(name, (seen.get(name) ?? 0) + 1);
  return names.filter(({ name }) => /\p{L}\P{L}+\p{L}/u.test(name) && seen.get(name) === 1);
}

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
      // A word of the question's own grammar is no value, though a cell may say "all" or "no".
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
 * The "total" of a column "Total EUR" may say what to calculate too: a name of several words is one all the same. And the
 * "Ward" of a value "Ward 7" or "Old ward" names its column as well.
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

/** Words that turn a condition round: one that no condition has taken must not be passed over. */
export const DENIALS = new Set(['not', 'no', 'never', 'nicht', 'nie', 'kein', 'keine', 'keinen']);

/** Words that say nothing about which rows and columns are meant. */
export const GRAMMAR = new Set(
  `a an the of in on at to for from by per with and or is are was were be been being do does did has have had what which who
  whose whom how many much there it its that this these those all any each every we our us i my me you your their they over
  altogether together please tell give show find list calculate compute table sheet spreadsheet file row rows record records
  entry entries value values number figure figures data according column overall would will can could get got made make as
  sold sell carry carried carries went go goes took take takes spend spends use used uses come came add adds happen
  piece pieces stück across among between during within than then out up not no so worked work works spent if about into listed list recorded single
  der die das den dem des ein eine ist sind war waren wie hoch viel viele von vom im am für mit es gibt wurde wurden hat haben`.split(
    /\s+/u,
  ),
);
