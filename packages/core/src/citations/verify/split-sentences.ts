/** A sentence of a text: `text.slice(start, end)`, without surrounding space. */
export interface SentenceSpan {
  start: number;
  end: number;
}

/** Abbreviations after which a full stop does not end a sentence, in the most common languages. */
const ABBREVIATIONS = new Set(
  (
    'e.g i.e etc vs cf al fig figs eq no nos vol vols pp p ch sec art approx dept est inc ltd co corp mr mrs ms dr prof ' +
    'st sr jr gen col lt sgt rev hon jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m u.s u.k u.n d.c b.c ' +
    'z.b d.h bzw usw ca nr abs vgl evtl ggf inkl bspw str hr fr p.ex av m mme mlle sra dña núm pág ej ecc sig'
  ).split(' '),
);

const LONGEST_ABBREVIATION = Math.max(...Array.from(ABBREVIATIONS, ({ length }) => length));
/** How far back the start of a word is searched; longer than any abbreviation. */
const WORD_REACH = 16;

/** By character: whether a sentence can end there, at a terminator or at the end of a line. */
export const MAY_END = new Uint8Array(0x10000);
const TERMINATOR = 1;
const LINE_END = 2;
for (const code of codesOf('.!?…。！？｡．؟۔।॥')) MAY_END[code] = TERMINATOR;
for (const code of codesOf('\n\r')) MAY_END[code] = LINE_END;
const UNSPACED_TERMINATOR = /[。！？｡．]/;
// Tested at every full stop. A regular expression literal inside a function would be created on each call.
const MAY_FOLLOW = /[\s[【［]/;
const CLOSES = /[\])]/;
const SPACE_AND_LOWER_CASE = /^\s+\p{Ll}/u;
const WORD_AT_END = /[\p{L}\p{M}\p{N}.]+$/u;
/** `Crumb & Co. Ltd`: the name continues. */
const COMPANY_FORM = /^\s(?:Ltd|Limited|LLP|LLC|PLC|plc|Inc|KG|GmbH|AG|OHG|KGaA)\b/;
const LETTER = /^\p{L}$/u;
const LOWER_CASE_LETTER = /^\p{Ll}$/u;
const SHORT_NUMBER = /^\p{N}{1,3}$/u;
const CLOSERS = codesOf('"\'”’»›)]」』）】*_`');

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

const isTerminator = (code: number) => MAY_END[code] === TERMINATOR;

/** Whether the terminator at `index` ends a sentence, given its context. */
export function isSentenceEnd(text: string, index: number): boolean {
  if (!isTerminator(text.charCodeAt(index))) return false;
  const character = text.charAt(index);
  if (UNSPACED_TERMINATOR.test(character)) return true;
  const after = endOfClosers(text, index + 1);
  const next = text.charAt(after);
  if (next !== '' && !MAY_FOLLOW.test(next)) return false;
  if (goesOnInLowerCase(text, after) && !CLOSES.test(next)) return false;
  if (character !== '.') return true;
  const start = startOfWord(text, index);
  // Nearly every sentence ends in a longer word, to which none of the rules below applies.
  if (index - start > LONGEST_ABBREVIATION) return true;
  const before = text.slice(start, index);
  if (LETTER.test(before) && before === before.toUpperCase() && before !== 'I') return false;
  if (ABBREVIATIONS.has(before.toLowerCase()))
    return (
      followedByCapital(text, after) &&
      !COMPANY_FORM.test(text.slice(after, after + 10)) &&
      /^(?:etc|al|inc|ltd|co|corp|a\.m|p\.m|u\.s|u\.k|usw|ecc)$/i.test(before)
    );
  // `z. B.`, `d. h.`
  if (LOWER_CASE_LETTER.test(before) && /^\s\p{L}\./u.test(text.slice(after, after + 3))) return false;
  return !SHORT_NUMBER.test(before) || !isOrdinal(text, index - before.length, after);
}

function goesOnInLowerCase(text: string, after: number): boolean {
  const next = text.charCodeAt(after + 1);
  if (text.charCodeAt(after) === 0x20 && next > 0x20 && next < 0x80) return next >= 0x61 && next <= 0x7a;
  return SPACE_AND_LOWER_CASE.test(text.slice(after, after + 4));
}

/** The start of the letters, digits and full stops right before a position. */
function startOfWord(text: string, index: number): number {
  const from = Math.max(0, index - WORD_REACH);
  let start = index;
  while (start > from && isPlainWord(text.charCodeAt(start - 1))) start--;
  if (start === from || text.charCodeAt(start - 1) < 0x80) return start;
  return index - (WORD_AT_END.exec(text.slice(from, index))?.[0].length ?? 0);
}

const isPlainWord = (code: number) =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2e;

const GERMAN_MONTH = /^\s(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/;

const LONGEST_DAY = '31.'.length;

/** A number with a full stop at the start of a sentence numbers a list; before a German month it is a date. */
function isOrdinal(text: string, start: number, after: number): boolean {
  const isDay = after - start <= LONGEST_DAY && GERMAN_MONTH.test(text.slice(after, after + 4));
  if (isDay) return true;
  const before = text.slice(Math.max(0, start - 20), start);
  // The minutes of `09:15` number nothing.
  if (/\d:$/.test(before)) return false;
  if (!/(?:^|[\n.!?:;)])[\s>*-]*(?:#{1,6}\s+)?$/.test(before)) return false;
  const word = /([\p{L}.]+)\.\s*$/u.exec(before)?.[1] ?? '';
  return !ABBREVIATIONS.has(word.toLowerCase());
}

/** Closing quotes and brackets right after a terminator belong to the sentence. */
export function endOfClosers(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < 8 && isCloser(text.charCodeAt(end))) end++;
  return end;
}

const isCloser = (code: number) => isTerminator(code) || CLOSERS.has(code);

function followedByCapital(text: string, after: number): boolean {
  return /^[\s"'“„«(]+\p{Lu}/u.test(text.slice(after, after + 6)) || after >= text.length;
}

const LIST_START =
  /^\r?\n(?:\s*(?:\r?\n|$)|\s*(?:[-*+•|>#]|\(?\d{1,3}(?:\.\d{1,3})*[.)]|\(?[a-z]{1,4}[.)])(?:\s|$|[|#>]))/i;

/** A line break that ends what comes before it: blank line, list item, heading, quote, table row. */
export function isBlockBreak(text: string, index: number): boolean {
  const before = text.charAt(index - 1);
  return before === ';' || before === ':' || LIST_START.test(text.slice(index, index + 24));
}

/** A Markdown heading or rule takes one line: the next line starts anew, even without a blank line. */
const ONE_LINE_BLOCK = /[ \t]{0,3}(?:#{1,6}[ \t]|(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*$)/my;

function isOneLineBlock(text: string, lineStart: number): boolean {
  ONE_LINE_BLOCK.lastIndex = lineStart;
  return ONE_LINE_BLOCK.test(text);
}

/** The sentences of a text with their positions; abbreviations and numbers do not end one. */
export function splitSentences(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  let start = 0;
  let lineStart = 0;
  const add = (end: number) => {
    let from = start;
    while (from < end && isSpace(text, from)) from++;
    let to = end;
    while (to > from && isSpace(text, to - 1)) to--;
    if (to > from) spans.push({ start: from, end: to });
    start = end;
  };
  for (let index = 0; index < text.length; index++) {
    const kind = MAY_END[text.charCodeAt(index)];
    if (kind === 0) continue;
    if (kind === LINE_END) {
      const isNewLine = text.charCodeAt(index) === 0x0a;
      if (isBlockBreak(text, index) || (isNewLine && isOneLineBlock(text, lineStart))) add(index + 1);
      if (isNewLine) lineStart = index + 1;
    } else if (isSentenceEnd(text, index)) {
      const end = endOfClosers(text, index + 1);
      index = end - 1;
      add(end);
    }
  }
  add(text.length);
  return spans;
}

/** Most sentences are shorter, so the last one of a text is searched here first. */
const USUAL_SENTENCE = 400;
/** More than the context before a position that decides whether a sentence ends there. */
const LOOKED_AT_BEFORE = 64;

/** The last sentence as `splitSentences` finds it, usually without reading the whole text. */
export function lastSentence(text: string): SentenceSpan | undefined {
  const from = text.length - USUAL_SENTENCE;
  // A heading that is cut in two is not recognised, and text in the middle of a line may look like one.
  if (
    from > 0 &&
    !isOneLineBlock(text, from) &&
    !isOneLineBlock(text, text.lastIndexOf('\n', from - 1) + 1)
  ) {
    const spans = splitSentences(text.slice(from));
    const last = spans.at(-1);
    if (last && (spans.at(-2)?.end ?? 0) > LOOKED_AT_BEFORE)
      return { start: from + last.start, end: from + last.end };
  }
  return splitSentences(text).at(-1);
}

const SPACE = /\s/;

/** Whether there is white space at a position. ASCII text, the usual case, needs no regular expression. */
export function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return SPACE.test(text.charAt(index));
}
