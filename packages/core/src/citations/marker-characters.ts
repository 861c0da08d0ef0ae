/** Brackets may be mixed: ASCII, full-width, lenticular, tortoise-shell. */
export const isOpenBracket = (code: number): boolean =>
  code === 0x5b || code === 0x3010 || code === 0xff3b || code === 0x3014;

export const isCloseBracket = (code: number): boolean =>
  code === 0x5d || code === 0x3011 || code === 0xff3d || code === 0x3015;

export const isMarkerSpace = (code: number): boolean =>
  code === 0x20 || code === 0xa0 || code === 0x3000 || code === 0x202f || code === 0x2009;

/** Comma, semicolon, and their full-width, ideographic and Arabic forms. */
export const isSeparator = (code: number): boolean =>
  code === 0x2c || code === 0x3b || code === 0xff0c || code === 0xff1b || code === 0x3001 || code === 0x060c;

/** Hyphens, dashes, minus and their full-width form. */
export const isRangeDash = (code: number): boolean =>
  code === 0x2d || (code >= 0x2010 && code <= 0x2015) || code === 0x2212 || code === 0xff0d;

export const DAGGERS: ReadonlySet<number> = new Set([0x2020, 0x2021]);

const DIGIT_ZEROS = [0x30, 0xff10, 0x0660, 0x06f0, 0x0966];

/** Value of a digit (ASCII, full-width, Arabic, Persian, Devanagari); -1 for anything else. */
export function digitValue(code: number): number {
  if (code < 0x30) return -1;
  if (code <= 0x39) return code - 0x30;
  if (code < 0x0660) return -1;
  for (const zero of DIGIT_ZEROS) if (code >= zero && code <= zero + 9) return code - zero;
  return -1;
}
