import { isOnDay } from './days-in-text.js';
import { numberedThings } from './numbered-things.js';
import { limitsIn, type RowLimit } from './row-limits.js';

/** A table row, with what shows whether a question means it. */
export interface QuotedRow {
  text: string;
  columns: string | undefined;
  heading: string;
  document: number;
}

const NEGATES =
  /\b(?:not|no|except|without|besides|other than|apart from|instead of|unlike|nicht|kein\p{L}*|außer|ohne)\b/iu;
/** Common words that also occur in cells. */
const ORDINARY = new Set('yes no none all any other total maximum minimum day year month week'.split(' '));
/** After these, a word is a unit: "per day", "a night". */
const MEASURING = String.raw`(?<!\b(?:per|a|an|each|every|one|\d+|pro|je|jede[nrs]?)\s)`;
const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const MEASURED = new RegExp(String.raw`(?<![\p{L}\p{N}.,/-])(${NUMBER})[\s-]*(\p{L}+)`, 'giu');
const AGED = new RegExp(String.raw`\b(?:aged?|age of|alter von)\s+(${NUMBER})(?!\s*\p{L}*-)`, 'giu');
const RANGE = new RegExp(
  String.raw`^\D{0,8}?(${NUMBER})\s*(\p{L}+)?\s*(?:to|bis|and|und|[–-])\s*(${NUMBER})\s*(\p{L}*)$`,
  'iu',
);
const OPEN_RANGE = new RegExp(
  String.raw`^(under|below|up to|less than|over|above|more than|from|at least|unter|bis|über|ab|[<>≤≥])\s*(${NUMBER})\s*(\p{L}*)|^(${NUMBER})\s*(\p{L}*)\s*(?:and (?:over|above|older|more)|or (?:over|above|older|more)|\+)$`,
  'iu',
);

/**
 * The rows that a question does not rule out, and those of them that it selects among others of their table. If it names
 * a value of a column (a drug, a ward), a date, a limit, or an amount within a row's range (an age), only matching rows
 * are meant. Tables without a match keep all rows.
 */
export function rowsByFit<Row extends QuotedRow>(
  question: string,
  candidates: readonly Row[],
): { rows: Row[]; selected: ReadonlySet<Row> } {
  if (NEGATES.test(question)) return { rows: [...candidates], selected: new Set() };
  const tables = new Map<string, Row[]>();
  for (const row of candidates) {
    if (row.columns === undefined) continue;
    const key = `${row.document}\n${row.columns}`;
    const rows = tables.get(key);
    if (rows) rows.push(row);
    else tables.set(key, [row]);
  }
  const out = new Set<Row>();
  const selected = new Set<Row>();
  const limits = limitsIn(question);
  for (const rows of tables.values()) {
    const kept = fitting(question, rows, limits);
    if (kept.size === rows.length && !areAllNamed(question, rows)) continue;
    for (const row of rows) (kept.has(row) ? selected : out).add(row);
  }
  return { rows: candidates.filter((row) => !out.has(row)), selected };
}

function fitting<Row extends QuotedRow>(
  question: string,
  rows: readonly Row[],
  limits: readonly RowLimit[],
): Set<Row> {
  const headers = (rows[0]?.columns ?? '').split('|').map((name) => name.trim());
  const cells = rows.map((row) => row.text.split('|').map((cell) => cell.trim()));
  let kept = new Set(rows);
  for (const [column, header] of headers.entries()) {
    const values = cells.map((row) => (row.length === headers.length ? (row[column] ?? '') : ''));
    const fits =
      fitsOf(values, (value) => isNamed(question, value, headers)) ??
      fitsOf(values, (value) => isNamedInParts(question, value)) ??
      fitsOf(values, (value) => isNumbered(question, value, header)) ??
      fitsOf(values, (value) => isInOrder(question, value, header)) ??
      fitsOf(values, (value) => isOnDay(question, value)) ??
      fitsOf(values, (value) => isInRange(question, value, header)) ??
      (isLimited(question, header, limits)
        ? fitsOf(values, (value) => limits.every((limit) => limit.holds(value)))
        : null);
    if (!fits) continue;
    const left = new Set(rows.filter((row, place) => kept.has(row) && fits[place]));
    // If no row has both, one of the words meant something else.
    if (left.size > 0) kept = left;
  }
  return kept;
}

/** "A score of 10 or more": the question names the column that its limit applies to. */
function isLimited(question: string, header: string, limits: readonly RowLimit[]): boolean {
  if (limits.length === 0 || !/\p{L}{3}/u.test(header)) return false;
  const words = (header.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/s$/u, ''));
  return words.some((word) =>
    new RegExp(String.raw`(?<!\p{L})${word}(?:e?s)?(?!\p{L})`, 'iu').test(question),
  );
}

/** All rows have the value that the question names. */
function areAllNamed(question: string, rows: readonly QuotedRow[]): boolean {
  const headers = (rows[0]?.columns ?? '').split('|').map((name) => name.trim());
  return headers.some((_, column) =>
    rows.every(({ text }) => isNamed(question, text.split('|')[column]?.trim() ?? '', headers)),
  );
}

/** Null if it does not distinguish rows. */
function fitsOf(values: readonly string[], fits: (value: string) => boolean): boolean[] | null {
  const found = values.map(fits);
  return found.includes(true) && found.includes(false) ? found : null;
}

function isNamed(question: string, value: string, headers: readonly string[]): boolean {
  const small = value.toLowerCase();
  if (!/\p{L}{3,}/u.test(small) || small.length > 60 || ORDINARY.has(small)) return false;
  if (headers.some((header) => header.toLowerCase().split(/\W+/u).includes(small))) return false;
  const escaped = small.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(String.raw`${MEASURING}(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'iu').test(question);
}

const FEWEST_PARTS = 3;

/** `Deck, east span` matches "the deck's east span". */
function isNamedInParts(question: string, value: string): boolean {
  const wordsOf = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word !== 's');
  const [parts, asked] = [wordsOf(value), new Set(wordsOf(question))];
  return parts.length >= FEWEST_PARTS && parts.length <= 8 && parts.every((part) => asked.has(part));
}

/** With several things, or a range, more rows may be meant than those whose numbers are named. */
const AROUND =
  /\d\s*(?:to|bis|through|[–-])\s*\d|\b(?:after|before|above|below|than|from|since|between|next|nach|vor|über|unter|ab|zwischen|als|neben)\b/iu;
/** "No." and similar only announce a number. */
const NUMBERING = /\s*\b(?:numbers?|no|nr|nummer)\b\.?(?=\s*\d|\s*$)/giu;

/** `4` in a column of berths matches "berth 4". */
function isNumbered(question: string, value: string, header: string): boolean {
  if (!/^\d{1,4}$/u.test(value) || AROUND.test(question)) return false;
  const [thing] = numberedThings(`${header.replaceAll(NUMBERING, '')} ${value}`);
  return thing !== undefined && numberedThings(question.replaceAll(NUMBERING, '')).includes(thing);
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** `2` in a column of instalments matches "the second grant instalment". */
function isInOrder(question: string, value: string, header: string): boolean {
  if (!/^\d{1,2}$/u.test(value) || !/^\p{L}{3,}$/u.test(header)) return false;
  const place = Number(value);
  const said = [ORDINALS[place - 1], String.raw`${value}(?:st|nd|rd|th)`].filter(Boolean).join('|');
  const thing = header.toLowerCase().replace(/s$/u, '');
  return new RegExp(String.raw`\b(?:${said})\s+(?:\p{L}+\s+){0,2}?${thing}(?!\p{L})`, 'iu').test(question);
}

function isInRange(question: string, value: string, header: string): boolean {
  const range = rangeOf(value);
  if (!range) return false;
  const isUnit = (unit: string) => {
    const own = plainUnit(range.unit);
    if (own !== '') return own === plainUnit(unit);
    const named = header.toLowerCase();
    return (
      named.includes(plainUnit(unit)) || (plainUnit(unit) === 'year' && /\b(?:age|alter)\b/u.test(named))
    );
  };
  const asked = [
    ...[...question.matchAll(MEASURED)].map(([, number, unit]) => ({ number, unit: unit ?? '' })),
    ...[...question.matchAll(AGED)].map(([, number]) => ({ number, unit: 'year' })),
  ];
  return asked.some(({ number, unit }) => {
    const amount = numberOf(number);
    return unit.length > 0 && isUnit(unit) && amount >= range.low && amount <= range.high;
  });
}

function rangeOf(value: string): { low: number; high: number; unit: string } | null {
  const closed = RANGE.exec(value);
  if (closed)
    return { low: numberOf(closed[1]), high: numberOf(closed[3]), unit: closed[4] || (closed[2] ?? '') };
  const open = OPEN_RANGE.exec(value);
  if (!open) return null;
  const [, word, limit, unit, least, leastUnit] = open;
  if (least !== undefined) return { low: numberOf(least), high: Infinity, unit: leastUnit ?? '' };
  const isUpper = /^(?:under|below|up to|less than|unter|bis|<|≤)$/iu.test(word ?? '');
  const bound = numberOf(limit);
  return isUpper
    ? {
        low: -Infinity,
        high: /^(?:up to|bis|≤)$/iu.test(word ?? '') ? bound : bound - 1e-9,
        unit: unit ?? '',
      }
    : { low: bound, high: Infinity, unit: unit ?? '' };
}

const numberOf = (text: string | undefined) => Number((text ?? '').replace(',', '.'));

function plainUnit(unit: string): string {
  const small = unit.toLowerCase().replace(/^jahre?n?$/u, 'year');
  if (/^(?:kg|kilos?|kilograms?)$/u.test(small)) return 'kg';
  return small.replace(/s$/u, '');
}
