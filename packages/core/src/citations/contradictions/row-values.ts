import { claimTerms, runOfClaim } from '../verify/claim-terms.js';
import { saysNothing } from '../verify/says-nothing.js';
import { tokenizeClaim } from '../verify/tokenize-claim.js';
import type { StatementDifference } from './compare-statements.js';
import { areOfOneThing } from './parallel-titles.js';
import { compareQuantities, quantitiesOf, type Quantity } from './quantity.js';
import type { Statement } from './statement.js';

/** One figure of a row as a statement: `Price` of `Varga Bridgeworks` is `412300 GBP`. */
export interface RowValue {
  /** Terms of the first cell that has words. */
  subject: ReadonlySet<string>;
  /** Terms of the column heading; empty if it is a generic word such as `Value`. */
  column: ReadonlySet<string>;
  figure: Quantity;
  said: string;
}

const RULE = /^\s*\|?\s*:?-{3,}/;
/** Generic headings, which say nothing about the figures below them. */
const PLAIN =
  /^(?:value|amount|figure|sum|total|detail|content|data|betrag|wert|angabe|inhalt|valeur|montant|valor)s?$/iu;
const FIGURE = /\d/;
const WORD = /\p{L}{3,}/u;
const MOST_COLUMNS = 24;

/** The values in the cells of a row, each with its column heading; empty for a sentence. */
export function rowValues(text: string, start: number, end: number): RowValue[] {
  const headings = headingsAbove(text, start);
  const cells = cellsOf(text.slice(start, end));
  if (headings.length !== cells.length || cells.length < 2 || cells.length > MOST_COLUMNS) return [];
  const key = cells.findIndex((cell) => WORD.test(cell) && termsOf(cell).size > 0);
  if (key === -1) return [];
  const subject = termsOf(cells[key] ?? '');
  return cells.flatMap((cell, at): RowValue[] => {
    if (at === key || !FIGURE.test(cell)) return [];
    const heading = headings[at] ?? '';
    const unit = /[([]([^)\]]{1,12})[)\]]/.exec(heading)?.[1] ?? '';
    const name = heading.replace(/[([][^)\]]*[)\]]/g, ' ').trim();
    const figure = onlyFigureIn(cell) ?? onlyFigureIn(`${cell} ${unit}`);
    const measured =
      unit !== '' && figure?.kind === '' ? (onlyFigureIn(`${cell} ${unit}`) ?? figure) : figure;
    if (!measured || measured.kind === '' || measured.kind === 'date') return [];
    const said = measured === figure ? cell : `${cell} ${unit}`;
    return [{ subject, column: PLAIN.test(name) ? new Set() : termsOf(name), figure: measured, said }];
  });
}

/** The column headings of the table that a row is in; empty if there is no table. */
export function headingsAbove(text: string, start: number): string[] {
  if (text[start] !== '|') return [];
  const above = text.slice(0, start).split('\n');
  const rule = above.findLastIndex((line) => RULE.test(line));
  const isWhole = above.slice(rule + 1).every((line) => line === '' || line.startsWith('|'));
  return rule < 1 || !isWhole ? [] : cellsOf(above[rule - 1] ?? '');
}

/** `Actual 2024` and `Revised`: two rows about one thing, with figures below headings that share no word. */
export function areOfOtherColumns(
  one: Statement,
  other: Statement,
  [figure, against]: readonly [Quantity, Quantity],
): boolean {
  const [ours, theirs] = [headingOf(one, figure), headingOf(other, against)];
  return ours.size > 0 && theirs.size > 0 && ![...ours].some((term) => theirs.has(term));
}

function headingOf({ chunk, span, text, run }: Statement, { first }: Quantity): Set<string> {
  const headings = headingsAbove(chunk.text ?? '', span.start);
  const before = text.slice(0, run.tokens[first]?.start ?? 0).split('|').length - 1;
  const heading = headings[before - (text.startsWith('|') ? 1 : 0)] ?? '';
  return PLAIN.test(heading) ? new Set() : termsOf(heading);
}

export const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());

function termsOf(text: string): Set<string> {
  return new Set(
    tokenizeClaim(text)
      .filter((token) => token.kind !== 'number' && !saysNothing(token))
      .map(({ term }) => term),
  );
}

export function onlyFigureIn(cell: string): Quantity | undefined {
  const { run } = runOfClaim(claimTerms(cell));
  const [figure, ...others] = quantitiesOf(run, cell);
  return others.length === 0 ? figure : undefined;
}

/** How many words before a figure its name may be: `at a price of £418,300`. */
const NEAR = 4;
const FEWEST_OF_SUBJECT = 2;

/**
 * Compares a sentence with a table row about the same thing: `the contract goes to Varga Bridgeworks at a price of
 * £418,300`, and below `Bidder | Price (GBP)` the row `Varga Bridgeworks | 412300`. The sentence must name the subject
 * of the row, and its figure as the column does.
 */
export function compareWithRow(
  one: Statement,
  other: Statement,
  figureIn: (statement: Statement, figure: Quantity) => string,
): StatementDifference | null {
  if (one.row.length > 0 === other.row.length > 0 || !areOfOneThing(one, other)) return null;
  const [row, sentence] = one.row.length > 0 ? [one, other] : [other, one];
  if (row.years.length > 0 && !row.years.some((year) => sentence.text.includes(year))) return null;
  const words = new Set(sentence.words.map(({ term }) => term));
  for (const value of row.row) {
    const { subject, column } = value;
    if (![...subject].every((term) => words.has(term))) continue;
    if (column.size === 0 && subject.size < FEWEST_OF_SUBJECT) continue;
    const name = column.size === 0 ? subject : column;
    const named = sentence.quantities.filter((figure) => isNamed(sentence, figure, name));
    // One figure that agrees is enough: the other is about something else.
    if (named.some((figure) => compareQuantities(figure, value.figure) === 'same')) continue;
    const figure = named.find((each) => !each.isLabel && compareQuantities(each, value.figure) === 'other');
    if (!figure) continue;
    const isOpen = sentence.quantities.length > 1 || sentence.told !== null;
    const told = figureIn(sentence, figure);
    const said: [string, string] = row === one ? [value.said, told] : [told, value.said];
    return { kind: 'number', said, closeness: 0.6, isOpen };
  }
  return null;
}

/** Whether all words of the name are close before the figure, or one word after it. */
function isNamed({ run, words }: Statement, { first, last }: Quantity, name: ReadonlySet<string>): boolean {
  const near = new Set(
    words
      .filter(({ at }) => at >= first - NEAR - name.size && at <= last + 1 && run.isSameClause(at, first))
      .map(({ term }) => term),
  );
  return name.size > 0 && [...name].every((term) => near.has(term));
}
