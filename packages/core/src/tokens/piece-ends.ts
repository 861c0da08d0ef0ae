import {
  CASELESS,
  classOf,
  codeAt,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  UPPER,
  WHITE,
  widthOf,
  asciiClasses,
} from './character-class.js';

/** Returns the end of the piece that starts at a position. Tokens never cross the end of a piece. */
export type PieceEnd = (text: string, start: number) => number;

const bits = (...classes: number[]): number => classes.reduce((all, one) => all | (1 << one), 0);

const LETTERS = bits(UPPER, LOWER, CASELESS);
const HEAD = bits(UPPER, CASELESS, MARK);
const TAIL = bits(LOWER, CASELESS, MARK);
const IN_BOTH = bits(CASELESS, MARK);
const SIGNS = bits(OTHER, MARK);
const NUMBERS = bits(NUMBER);
const SPACES = bits(WHITE, NEWLINE);
const BLANK = 32;
const SLASH = 47;

/** Encodings like o200k: words split at a change of case; a sign or space before a word belongs to it. */
export const pieceEndOfO200k: PieceEnd = (text, start) => {
  const code = codeAt(text, start);
  const own = classOf(code);
  if (own === OTHER || own === WHITE) {
    const next = start + widthOf(code);
    const end = wordEnd(text, next);
    if (end !== next) return end;
  } else if (own === NUMBER) {
    return numberEnd(text, start);
  } else if (own !== NEWLINE) {
    return wordEnd(text, start);
  }
  const end = signsEnd(text, start);
  return end === start ? spacesEnd(text, start) : afterSigns(text, end, true);
};

/** End of a word in the o200k sense, or `start` if none begins. */
function wordEnd(text: string, start: number): number {
  const head = runEnd(text, start, HEAD);
  let end = runEnd(text, head, TAIL);
  if (end === start) return start;
  // The word has no tail: caseless characters and marks can also be the tail, so it ends at the last one of those.
  if (end === head) end = lastInBothEnd(text, start, head);
  return end + contractionLength(text, end, { anyCase: true });
}

function lastInBothEnd(text: string, start: number, end: number): number {
  for (let at = end; at > start;) {
    const low = text.charCodeAt(at - 1);
    const width = low >= 0xdc00 && low <= 0xdfff && widthOf(codeAt(text, at - 2)) === 2 ? 2 : 1;
    if ((IN_BOTH >> classOf(codeAt(text, at - width))) & 1) return at;
    at -= width;
  }
  return end;
}

/** Encodings like cl100k: like o200k, but words of any case, and contractions separate. */
export const pieceEndOfCl100k: PieceEnd = (text, start) => {
  const contraction = contractionLength(text, start, { anyCase: true });
  if (contraction > 0) return start + contraction;
  const code = codeAt(text, start);
  const own = classOf(code);
  if ((LETTERS >> own) & 1) return runEnd(text, start, LETTERS);
  if (own === NUMBER) return numberEnd(text, start);
  if (own !== NEWLINE) {
    const next = start + widthOf(code);
    const end = runEnd(text, next, LETTERS);
    if (end !== next) return end;
  }
  const end = signsEnd(text, start);
  if (end !== start) return afterSigns(text, end, false);
  const run = runEnd(text, start, SPACES);
  return run === text.length ? run : spacesEnd(text, start);
};

/** Encodings of GPT-3 and before: a space belongs to what follows it; numbers and newlines are not special. */
export const pieceEndOfR50k: PieceEnd = (text, start) => {
  const contraction = contractionLength(text, start, { anyCase: false });
  if (contraction > 0) return start + contraction;
  const from = text.charCodeAt(start) === BLANK ? start + 1 : start;
  for (const classes of [LETTERS, NUMBERS, SIGNS]) {
    const end = runEnd(text, from, classes);
    if (end !== from) return end;
  }
  return spacesBeforeLast(text, start, runEnd(text, start, SPACES));
};

function numberEnd(text: string, start: number): number {
  let end = start;
  for (let digits = 0; digits < 3 && end < text.length; digits += 1) {
    const code = codeAt(text, end);
    if (classOf(code) !== NUMBER) break;
    end += widthOf(code);
  }
  return end;
}

/** End of signs, with an optional space before them; `start` if there are none. */
function signsEnd(text: string, start: number): number {
  const from = text.charCodeAt(start) === BLANK ? start + 1 : start;
  const end = runEnd(text, from, SIGNS);
  return end === from ? start : end;
}

/** Newlines after signs belong to them; in o200k slashes too. */
function afterSigns(text: string, start: number, slashes: boolean): number {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (classOf(code) !== NEWLINE && !(slashes && code === SLASH)) break;
    end += 1;
  }
  return end;
}

/** White space: up to its last newline; otherwise all but the last character, which belongs to what follows. */
function spacesEnd(text: string, start: number): number {
  const end = runEnd(text, start, SPACES);
  for (let at = end; at > start; at -= 1) if (classOf(text.charCodeAt(at - 1)) === NEWLINE) return at;
  return spacesBeforeLast(text, start, end);
}

function spacesBeforeLast(text: string, start: number, end: number): number {
  return end === text.length || end === start + 1 ? end : end - 1;
}

const APOSTROPHE = 39;

/** Length of an English contraction (`'s`, `'ll`, …) at a position; 0 if there is none. */
function contractionLength(text: string, place: number, options: { anyCase: boolean }): number {
  if (text.charCodeAt(place) !== APOSTROPHE) return 0;
  const first = letterAt(text, place + 1, options.anyCase);
  if (first === 's' || first === 'd' || first === 'm' || first === 't') return 2;
  const second = letterAt(text, place + 2, options.anyCase);
  if (first === 'l') return second === 'l' ? 3 : 0;
  return (first === 'v' || first === 'r') && second === 'e' ? 3 : 0;
}

function letterAt(text: string, place: number, anyCase: boolean): string {
  const code = text.charCodeAt(place);
  // Only ASCII letters: others have lower-case forms among these too, which the patterns do not include.
  if (anyCase && code >= 65 && code <= 90) return String.fromCharCode(code + 32);
  return text[place] ?? '';
}

/** End of the run of characters of the given classes (one bit each) that starts at a position. */
function runEnd(text: string, place: number, classes: number): number {
  const { length } = text;
  const ascii = asciiClasses;
  let at = place;
  while (at < length) {
    const unit = text.charCodeAt(at);
    if (unit < 128) {
      if (((classes >> (ascii[unit] as number)) & 1) === 0) break;
      at += 1;
    } else {
      const code = codeAt(text, at);
      if (((classes >> classOf(code)) & 1) === 0) break;
      at += widthOf(code);
    }
  }
  return at;
}
