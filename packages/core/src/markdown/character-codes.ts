export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const HASH = 35;
const STAR = 42;
const PLUS = 43;
export const DASH = 45;
export const EQUALS = 61;
export const GREATER = 62;
export const BACKSLASH = 92;
const UNDERSCORE = 95;
export const BACKTICK = 96;
export const TILDE = 126;

export const isBlank = (code: number): boolean => code === SPACE || code === TAB;
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Characters of a fence. */
export const isFenceSign = (code: number): boolean => code === BACKTICK || code === TILDE;

/** Characters that begin a list marker or a heading. */
export const isMarkerSign = (code: number): boolean =>
  code === DASH || code === STAR || code === PLUS || code === HASH || isDigit(code);

/** Characters of a rule or of a heading's underline. */
export const isRuleSign = (code: number): boolean =>
  code === DASH || code === STAR || code === EQUALS || code === UNDERSCORE;
