import { isTotal } from '../tables/total-label.js';
import { askedWords } from './asked-words.js';
import { documentSentences } from './document-sentences.js';
import type { PromptDocument } from './read-prompt.js';
import { compareAge } from './replaced-versions.js';
import type { SelectedSentence, SelectSentencesOptions } from './select-sentences.js';
import type { Dispute } from './with-disputes.js';

const FELL =
  /\b(?:fell|fallen|falls?|dropped|sank|sunk|cheaper|decreased|lowered|reduced|cut|went down|gone down|gesunken|gefallen|billiger|gesenkt)\b/iu;
const ROSE =
  /\b(?:rose|risen|rises?|increased|raised|dearer|more expensive|grew|grown|went up|gone up|gestiegen|teurer|erhöht)\b/iu;
const CHANGED = /\b(?:changed|changes|different|differs?|geändert|verändert|anders)\b/iu;
const ASKS_WHICH = /^\P{L}*(?:(?:and|und)\s+)?(?:which|what|welche[rsn]?|was)\b/iu;
/** Words that mark a column as the later or the earlier of two. */
const LATER = /\b(?:new|revised|now|after|current|updated|amended|neu|aktuell|geändert)\b/iu;
const EARLIER = /\b(?:old|before|previous|original|former|so far|alt|bisher|vorher|january|jan)\b/iu;
const YEAR = /\b(?:19|20)\d\d\b/gu;
/** Share of the question's words that must occur in titles, headings and columns. */
const SPOKEN_OF = 0.5;
const SAME_ROWS = 0.5;
const MOST_ROWS = 60;

interface Row {
  text: string;
  cells: string[];
}

interface Table {
  document: PromptDocument;
  columns: string;
  headers: string[];
  rows: Row[];
  share: number;
}

interface Change {
  later: SelectedSentence;
  earlier?: SelectedSentence;
}

/**
 * Which rows of a table changed, rose or fell: compares two columns of a table, or two tables with the same headers and
 * row names. Returns exactly those rows; null if the question does not ask this, or no tables match.
 */
export function answerChangedRows({
  question,
  documents,
  terms,
}: SelectSentencesOptions): SelectedSentence[] | null {
  const direction = FELL.test(question) ? -1 : ROSE.test(question) ? 1 : 0;
  if (!ASKS_WHICH.test(question) || (direction === 0 && !CHANGED.test(question))) return null;
  const topic = terms(
    [CHANGED, FELL, ROSE].reduce((text, said) => text.replace(said, ' '), askedWords(question)),
  );
  const tables = documents
    .flatMap((document) => tablesOf(document, topic, terms))
    .toSorted((one, other) => other.share - one.share);
  for (const table of tables) {
    if (table.share < SPOKEN_OF) return null;
    const changes = besideOther(table, tables, direction) ?? inColumns(table, direction);
    if (changes !== null && changes.length > 0)
      return changes
        .slice(0, MOST_ROWS)
        .flatMap(({ later, earlier }) => (earlier ? [later, earlier] : [later]));
  }
  return null;
}

function tablesOf(
  document: PromptDocument,
  topic: readonly string[],
  terms: (text: string) => string[],
): Table[] {
  const found = new Map<string, Table>();
  for (const { text, columns, heading } of documentSentences(document.contents)) {
    if (columns === undefined) continue;
    const headers = columns.split('|').map((cell) => cell.trim());
    const cells = text.split('|').map((cell) => cell.trim());
    const named = `${document.title} ${document.path.replaceAll(/[-_./]/gu, ' ')} ${heading}`;
    const held = new Set(terms(named));
    const share = topic.filter((term) => held.has(term)).length / Math.max(1, topic.length);
    const table = found.get(columns) ?? { document, columns, headers, rows: [], share };
    if (cells.length === headers.length) table.rows.push({ text, cells });
    found.set(columns, table);
  }
  return [...found.values()]
    .map((table) => ({ ...table, rows: table.rows.filter(({ cells }) => !sumsUp(cells)) }))
    .filter(({ rows }) => rows.length > 1);
}

/** A total changes with the rows it sums up, and does not count. */
const sumsUp = (cells: readonly string[]) => isTotal(cells.find((cell) => cell !== '') ?? '');

const bare = (header: string) =>
  header
    .toLowerCase()
    .replaceAll(YEAR, ' ')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
const MOST_FIGURES = 0.5;

/** How many columns name a row: all before the first one with numbers, at least one. */
function namingColumns({ headers, rows }: Table): number {
  const figures = headers.findIndex(
    (_, at) =>
      at > 0 && rows.filter(({ cells }) => figureOf(cells[at]) !== null).length > rows.length * MOST_FIGURES,
  );
  return figures === -1 ? 1 : figures;
}

/**
 * The row of the other table with the same name in all naming columns. The first column alone counts only if it is
 * unique in both tables: a supplier may change, but rows of a group must not be mixed up.
 */
function sameRow(row: Row, from: Table, to: Table): Row | null {
  for (const columns of [Math.min(namingColumns(from), namingColumns(to)), 1]) {
    const nameOf = ({ cells }: Row) => cells.slice(0, columns).map(bare).join('|');
    const named = ({ rows }: Table) => rows.filter((one) => nameOf(one) === nameOf(row));
    const found = named(to);
    if (found.length === 1 && named(from).length === 1) return found[0] ?? null;
  }
  return null;
}

function figureOf(cell: string | undefined): number | null {
  const plain = (cell ?? '').replaceAll(/[£$€\s]|(?<=\d),(?=\d{3})/gu, '');
  return /^-?\d+(?:[.,]\d+)?$/u.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** Whether the second figure differs from the first, in the direction asked for. */
function hasChanged(before: string | undefined, after: string | undefined, direction: number): boolean {
  const [one, other] = [figureOf(before), figureOf(after)];
  if (one === null || other === null) return false;
  return direction === 0 ? one !== other : Math.sign(other - one) === direction;
}

/** `January £ | Revised £`, or `Price 2024 | Price 2025`. */
function inColumns(table: Table, direction: number): Change[] | null {
  const { headers, rows } = table;
  for (const [at, header] of headers.entries()) {
    const from = headers.findIndex((other, place) => place !== at && place > 0 && isBefore(other, header));
    if (at === 0 || from < 0) continue;
    const changed = rows.filter(({ cells }) => hasChanged(cells[from], cells[at], direction));
    if (changed.length > 0) return changed.map((row) => ({ later: told(table, row) }));
  }
  return null;
}

function isBefore(earlier: string, later: string): boolean {
  const [one, other] = [earlier.match(YEAR)?.[0], later.match(YEAR)?.[0]];
  if (one !== undefined && other !== undefined) return one < other && bare(earlier) === bare(later);
  return (
    LATER.test(later) && !LATER.test(earlier) && (EARLIER.test(earlier) || unitOf(earlier) === unitOf(later))
  );
}

const unitOf = (header: string) => /[£$€%]|\b(?:EUR|GBP|USD|CHF)\b/u.exec(header)?.[0] ?? 'none';

/** Compares the rows with the table of another document that has the same headers and names. */
function besideOther(table: Table, tables: readonly Table[], direction: number): Change[] | null {
  const other = tables.find(
    (one) =>
      one.document.number !== table.document.number &&
      one.headers.length === table.headers.length &&
      one.headers.every((header, at) => bare(header) === bare(table.headers[at] ?? '')) &&
      one.rows.filter((row) => sameRow(row, one, table) !== null).length >= SAME_ROWS * table.rows.length,
  );
  if (!other) return null;
  const age = compareAge(table.document, other.document);
  if (age === 0) return null;
  const [older, newer] = age < 0 ? [table, other] : [other, table];
  const dispute: Dispute = { isOpen: false, isDated: true, isChange: true };
  return newer.rows.flatMap((row): Change[] => {
    const before = sameRow(row, newer, older);
    const isOther =
      before && row.cells.some((cell, at) => at > 0 && hasChanged(before.cells[at], cell, direction));
    return before && isOther
      ? [{ later: told(newer, row, dispute), earlier: told(older, before, dispute) }]
      : [];
  });
}

function told({ document, columns }: Table, { text }: Row, dispute?: Dispute): SelectedSentence {
  return {
    text,
    number: document.number,
    title: document.title,
    columns,
    strength: 1,
    lacksName: false,
    date: dispute ? document.date : null,
    ...(dispute && { dispute }),
  };
}
