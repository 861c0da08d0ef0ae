import { MONTHS } from './named-times.js';
import { numberedThings } from './numbered-things.js';

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
 * Drops rows that a question rules out: if it names a value of a column (a drug, a ward), a date, or an amount within a
 * row's range (an age), only matching rows are meant. Tables without a match keep all rows.
 */
export function fittingRows<Row extends QuotedRow>(question: string, candidates: readonly Row[]): Row[] {
  if (NEGATES.test(question)) return [...candidates];
  const tables = new Map<string, Row[]>();
  for (const row of candidates) {
    if (row.columns === undefined) continue;
    const key = `${row.document}\n${row.columns}`;
    const rows = tables.get(key);
    if (rows) rows.push(row);
    else tables.set(key, [row]);
  }
  const out = new Set<Row>();
  for (const rows of tables.values()) {
    const kept = fitting(question, rows);
    if (kept.size > 0) for (const row of rows) if (!kept.has(row)) out.add(row);
  }
  return candidates.filter((row) => !out.has(row));
}

function fitting<Row extends QuotedRow>(question: string, rows: readonly Row[]): Set<Row> {
  const headers = (rows[0]?.columns ?? '').split('|').map((name) => name.trim());
  const cells = rows.map((row) => row.text.split('|').map((cell) => cell.trim()));
  let kept = new Set(rows);
  for (const [column, header] of headers.entries()) {
    const values = cells.map((row) => (row.length === headers.length ? (row[column] ?? '') : ''));
    const fits =
      fitsOf(values, (value) => isNamed(question, value, headers)) ??
      fitsOf(values, (value) => isNamedInParts(question, value)) ??
      fitsOf(values, (value) => isNumbered(question, value, header)) ??
      fitsOf(values, (value) => isOnDay(question, value)) ??
      fitsOf(values, (value) => isInRange(question, value, header));
    if (!fits) continue;
    const left = new Set(rows.filter((row, place) => kept.has(row) && fits[place]));
    // If no row has both, one of the words meant something else.
    if (left.size > 0) kept = left;
  }
  return kept;
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

interface Day {
  day: number;
  month: number;
  year: number | null;
}

const MONTH = [...MONTHS.keys()].join('|');
const DAY = new RegExp(
  String.raw`(?<iso>\d{4})-(?<number>\d\d)-(?<isoDay>\d\d)|(?<![\d.])(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?<month>${MONTH})\b\.?(?:,?\s+(?<year>\d{4}))?|\b(?<first>${MONTH})\s+(?<after>\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s+(?<last>\d{4}))?`,
  'giu',
);

function daysIn(text: string): Day[] {
  return [...text.matchAll(DAY)].map(({ groups = {} }) => {
    const { iso, number, isoDay, day, month, year, first, after, last } = groups;
    if (iso !== undefined) return { day: Number(isoDay), month: Number(number), year: Number(iso) };
    const named = MONTHS.get((month ?? first ?? '').toLowerCase()) ?? 0;
    const written = year ?? last;
    return { day: Number(day ?? after), month: named, year: written === undefined ? null : Number(written) };
  });
}

function isOnDay(question: string, value: string): boolean {
  const asked = daysIn(question);
  return daysIn(value).some((one) =>
    asked.some(
      (other) =>
        one.day === other.day &&
        one.month === other.month &&
        (one.year === null || other.year === null || one.year === other.year),
    ),
  );
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
