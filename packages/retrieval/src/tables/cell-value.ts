import type { TableColumn } from './document-table.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const OTHER_MONTHS: Record<string, number> = { mai: 5, okt: 10, dez: 12, mär: 3, mrz: 3 };
const NUMBER = /^[-+−]?(?:\d{1,3}(?:[ ',.’\u00a0\u202f]\d{3})+|\d+)(?:[.,]\d+)?(?:e[-+]?\d+)?$/iu;
/** A unit before or after: a currency, a percent sign, a short word. */
const WITH_UNIT =
  /^(?<before>[$€£¥₹]|[A-Z]{3}\s)?\s*(?<number>[-+−]?\d[\d ',.’\u00a0\u202f]*(?:e[-+]?\d+)?)\s*(?<after>%|‰|°?[\p{L}µ$€£¥₹][\p{L}²³/°$€£¥₹]{0,11})?$/u;

/** "29 June" is a date, not 29 of something. */
const MONTH =
  /^(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|mrz|apr(?:il)?|mai|may|jun[ei]?|jul[yi]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)$/iu;

/** A dash, "n/a", "none": the writer had nothing to put there. */
const BLANK = /^(?:[-‐–—−]+|n\s?[./]\s?a\.?|none|nil|nothing|k\.\s?a\.?|entfällt|keine?[rs]?)?$/iu;
const LONGEST_BLANK = 8;

/** Whether a cell states nothing. */
export function isBlank(cell: string): boolean {
  const written = cell.trim();
  return written.length <= LONGEST_BLANK && BLANK.test(written);
}

/** The usual form of numbers. Commas, and points that may separate thousands, need a closer look. */
const PLAIN = /^-?(?:0|[1-9]\d{0,14})$/;
const PLAIN_WITH_POINT = /^-?(?:0|[1-9]\d{0,14})\.\d{1,15}$/;

export interface CellNumber {
  value: number;
  unit: string;
}

/**
 * Parses a number as written in a cell: with thousands separators, a currency, a unit, or in brackets if negative. Null
 * for anything else; a code such as `007` is text.
 */
export function cellNumber(cell: string, isCommaDecimal: boolean): CellNumber | null {
  let written = cell.trim();
  if (written === '' || written.length > 40) return null;
  if (PLAIN.test(written) || (!isCommaDecimal && PLAIN_WITH_POINT.test(written)))
    return { value: Number(written), unit: '' };
  let sign = 1;
  const bracketed = /^\((.+)\)$/u.exec(written)?.[1];
  if (bracketed !== undefined) [written, sign] = [bracketed.trim(), -1];
  const minus = /^[-−]\s*(?=[$€£¥₹])/u.exec(written);
  if (minus) [written, sign] = [written.slice(minus[0].length), -sign];
  const parts = WITH_UNIT.exec(written)?.groups;
  const digits = parts?.['number']?.trim();
  if (!parts || digits === undefined || !NUMBER.test(digits) || /^[-+−]?0\d/u.test(digits)) return null;
  if (MONTH.test(parts['after'] ?? '')) return null;
  const value = Number(plainDigits(digits, isCommaDecimal));
  if (!Number.isFinite(value)) return null;
  return { value: sign * value, unit: (parts['before'] ?? parts['after'] ?? '').trim() };
}

function plainDigits(written: string, isCommaDecimal: boolean): string {
  const digits = written.replaceAll(/[ '’\u00a0\u202f]/gu, '').replace('−', '-');
  if (isCommaDecimal) return digits.replaceAll('.', '').replace(',', '.');
  // A comma that cannot separate thousands is a decimal comma, whatever the column uses.
  return /^[-+]?\d+,(?:\d{1,2}|\d{4,})$/u.test(digits)
    ? digits.replace(',', '.')
    : digits.replaceAll(',', '');
}

/** Whether a column writes one and a half as `1,5`: only if some cells cannot be read otherwise. */
export function writesCommaDecimals(cells: readonly string[]): boolean {
  const comma = cells.some((cell) =>
    /\d(?:\.\d{3})+,\d|^\D{0,4}\d+,(?:\d{1,2}|\d{4,})\D{0,12}$/u.test(cell.trim()),
  );
  return comma && !cells.some((cell) => /\d(?:,\d{3})+\.\d|\d\.\d{1,2}(?!\d)/u.test(cell));
}

/**
 * A date as `2026-05-04` or `2026-05`, or null. `05/2026` is a month. Numeric days and months are read only if their
 * order is certain: year first, or a day over twelve.
 */
export function cellDate(cell: string): string | null {
  const written = cell.trim();
  if (written.length < 6 || written.length > 40) return null;
  const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ]\d{2}:\d{2}.*)?$/u.exec(written);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const monthly = /^(\d{1,2})[/.](\d{4})$/u.exec(written);
  if (monthly) return dateOf(monthly[2], monthly[1], undefined);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u.exec(written);
  if (dotted) return dateOf(dotted[3], dotted[2], dotted[1]);
  const figures = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/u.exec(written);
  if (figures) {
    const [, first, second, year] = figures;
    if (Number(first) > 12) return dateOf(year, second, first);
    if (Number(second) > 12 || first === second) return dateOf(year, first, second);
    return null;
  }
  const named =
    /^(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s+)?(\p{L}{3,9})\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?,?\s+(\d{4})$/u.exec(
      written,
    );
  if (!named) return null;
  const month = monthNamed(named[2] ?? '');
  return month === null ? null : dateOf(named[4], String(month), named[1] ?? named[3]);
}

/** 1 to 12 for a month name, in English or German, full or abbreviated. */
export function monthNamed(name: string): number | null {
  const start = name.toLowerCase().slice(0, 3);
  if (!/^(?:jan|feb|mär|mrz|mar|apr|mai|may|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*$/iu.test(name))
    return null;
  return OTHER_MONTHS[start] ?? MONTHS.indexOf(start) + 1;
}

function dateOf(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  if (Number(month) < 1 || Number(month) > 12 || Number(day ?? '1') < 1 || Number(day ?? '1') > 31)
    return null;
  return [year, month?.padStart(2, '0'), ...(day ? [day.padStart(2, '0')] : [])].join('-');
}

/** The value for comparing and calculating; null if the cell has none of its column's kind. */
export function cellValue(cell: string, column: TableColumn): number | string | null {
  if (column.kind === 'number') return cellNumber(cell, column.isCommaDecimal)?.value ?? null;
  if (column.kind === 'date') return cellDate(cell);
  return isBlank(cell) ? null : cell;
}
