import { readTokens } from '@ibid/core/internal';
import type { AskedQuestion } from './asked-question.js';
import { unitAtStart, unitOfHeader, type ColumnUnit } from './column-unit.js';
import type { EvidenceColumn } from './evidence-column.js';
import type { EvidenceSentence } from './evidence-document.js';
import type { ValueCandidate } from './value-candidates.js';

const DENIED = /\b(?:not|no|never|cannot|nicht|kein\p{L}*)\b[^.;]{0,60}\b(?:than|als)\s*$/iu;
/** Words and signs before a number that change its meaning. */
const BOUND =
  /(?:\b(?:up to|at most|at least|no more than|not more than|no less than|less than|more than|fewer than|over|under|about|around|roughly|nearly|approximately|bis zu|mindestens|höchstens|etwa|rund)\s+|[<>≤≥]\s*)$/iu;

/** `at least 5 m` and `< 5 m` are not 5 m. */
export function isBounded(value: string): boolean {
  const number = /\d/u.exec(value);
  return number !== null && BOUND.test(value.slice(0, number.index).replace(/[^\p{L}\s<>≤≥]+\s*$/u, ''));
}

/** The words before a number that belong to it. */
export function boundBefore(text: string, start: number): string {
  return BOUND.exec(text.slice(Math.max(0, start - 24), start))?.[0] ?? '';
}

const A_LIMIT =
  'limits?|thresholds?|maximum|minimum|ceiling|tolerance|targets?|standard|requirement|\\p{L}*grenzwerte?s?|\\p{L}*höchstwerte?s?|\\p{L}*mindestwerte?s?|sollwerte?s?';
const ASKS_LIMIT = new RegExp(
  `(?<!\\p{L})(?:${A_LIMIT}|max|min|allowed|permitted|permissible|zulässig\\p{L}*|erlaubt\\p{L}*)(?!\\p{L})`,
  'iu',
);
/** `exceeds the limit of 50 mg/l`: a reference value, not a result. */
const AGAINST_LIMIT = new RegExp(
  `(?<!\\p{L})(?:${A_LIMIT})(?!\\p{L})(?:\\s+(?:value|values|level))?\\s*(?:[:(]|\\s(?:of|is|are|was|at|von|beträgt|liegt bei))?\\s*(?:\\p{L}+\\s){0,2}$`,
  'iu',
);

/** The figures in a sentence or row that fit a number column. */
export function numbersIn(
  column: EvidenceColumn,
  question: AskedQuestion,
  sentence: EvidenceSentence,
): ValueCandidate[] {
  const { unit: wanted, counted, own } = question;
  const { tokens, text, header } = sentence;
  const isAsked = askedColumns(question, sentence);
  const cells = cellSpans(sentence);
  const asksLimit = ASKS_LIMIT.test(own);
  return tokens.flatMap(({ amount, start, end }, index): ValueCandidate[] => {
    if (!amount || amount.kind === 'date' || amount.kind === 'ordinal' || amount.kind === 'clock') return [];
    if (isPoint(text, start, end) || isOfCode(text, start, end) || isOfQuestion(text, start, end, own))
      return [];
    const at = cells.findIndex((cell) => start >= cell.start && end <= cell.end);
    const head = at === -1 ? '' : (header?.names[at] ?? '');
    if (isAsked !== null && !isAsked.has(at)) return [];
    if (!asksLimit && (ASKS_LIMIT.test(head) || AGAINST_LIMIT.test(text.slice(0, start)))) return [];
    const bound = boundBefore(text, start);
    const put = unitOfNumber({ text, start, end, kind: amount.kind }, head, wanted);
    const written = bound + text.slice(start, put.end);
    if (!wanted) {
      // A bare year does not count anything.
      if (amount.date) return [];
      const behind = tokens.slice(index + 1).find(({ isStop }) => !isStop)?.term;
      const isNamed = counted !== null && behind === counted;
      return [{ value: written, number: amount.written, written, isNamed }];
    }
    const { unit } = put;
    if (!unit && amount.kind === wanted.kind && amount.currency === wanted.currency) {
      const number = inUnit(amount.value, wanted);
      const isAsWritten = !column.unit || number === amount.written;
      const isLimit = DENIED.test(text.slice(0, start));
      return [
        { value: isAsWritten ? written : `${bound}${number} ${column.unit}`, number, written, isLimit },
      ];
    }
    if (unit) {
      if (unit.kind !== wanted.kind || unit.currency !== wanted.currency) return [];
      const number = inUnit(amount.written * unit.factor + unit.offset, wanted);
      const isLimit = DENIED.test(text.slice(0, start));
      const asWritten = put.end > end ? written : `${written} ${put.written}`;
      return [
        {
          value: number === amount.written ? asWritten : `${bound}${number} ${column.unit ?? ''}`.trim(),
          number,
          written,
          isLimit,
        },
      ];
    }
    // A number without a unit may mean anything, unless its column name is asked for.
    if (amount.kind !== '' || amount.date || !(wanted.isWritten || isAsked?.has(at))) return [];
    const lacks = column.unit ?? own.split(/\s+/u).at(-1) ?? '';
    return [{ value: written, number: amount.written, written, lacksUnit: lacks }];
  });
}

const inUnit = (value: number, { offset, factor }: ColumnUnit) =>
  Number(((value - offset) / factor).toPrecision(12));

/** The unit of a number, where the claim check cannot fully parse it: after the number, or in the column name. */
function unitOfNumber(
  number: { text: string; start: number; end: number; kind: string },
  head: string,
  wanted: ColumnUnit | null,
): { unit: ColumnUnit | null; end: number; written: string } {
  const { text, start, end, kind } = number;
  const digits = /^[^\d]*[\d.,  ]*\d/u.exec(text.slice(start, end))?.[0].length ?? end - start;
  const behind = unitAtStart(text.slice(start + digits));
  const isLonger = behind !== null && start + digits + behind.length > end;
  if (
    behind &&
    isLonger &&
    behind.unit.kind !== 'money' &&
    (behind.unit.isWritten || behind.unit.kind !== kind)
  ) {
    const isMeant =
      wanted?.kind === behind.unit.kind ||
      (behind.unit.isWritten && /^\s?\S*\//u.test(text.slice(start + digits)));
    if (isMeant) {
      const last = start + digits + behind.length;
      return { unit: behind.unit, end: last, written: text.slice(start + digits, last).trim() };
    }
  }
  const headed = kind === '' ? unitOfHeader(head) : null;
  return { unit: headed?.unit ?? null, end, written: headed?.written ?? '' };
}

/** `TR-25-0188`, `25-0217`, `0188`: numbers that only identify something. `29-32` and `2025-26` do not. */
function isOfCode(text: string, start: number, end: number): boolean {
  const digits = /\d[\d.,]*/u.exec(text.slice(start, end));
  if (!digits) return false;
  if (/^0\d+$/u.test(digits[0])) return true;
  const from = start + digits.index;
  const before = /[\p{L}\p{N}]+(?:[-/_][\p{L}\p{N}]+)*[-/_]$/u.exec(text.slice(0, from))?.[0] ?? '';
  const behind = /^(?:[-/_][\p{L}\p{N}]+)+/u.exec(text.slice(from + digits[0].length))?.[0] ?? '';
  if (/\p{L}/u.test(before.replace(/^(?:EUR|USD|GBP|CHF)[-/]/u, ''))) return true;
  const parts = `${before}${digits[0]}${behind}`.split(/[-/_]/u).filter((part) => /^\d+$/u.test(part));
  const isSpan = parts.every((part, index) => Number(part) > Number(parts[index - 1] ?? -1));
  return parts.length > 1 && (parts.some((part) => /^0\d/u.test(part)) || (!isSpan && parts.length > 2));
}

/** `5. Hollin Beck.`: the number of a list item. */
const isPoint = (text: string, start: number, end: number) =>
  text.slice(0, start).trim() === '' && /^[.)]\s/u.test(text.slice(end));

/** A number in the name of the thing asked about, such as `sample 25-0217` or `fridge 2`, is not the answer. */
function isOfQuestion(text: string, start: number, end: number, own: string): boolean {
  const run = /\d[\p{L}\p{N}-]*/u.exec(text.slice(start, end))?.[0] ?? '';
  if (run === '') return false;
  const name = /(\p{L}{2,})\s+$/u.exec(text.slice(0, start))?.[1];
  return name !== undefined && new RegExp(`${name}\\s+${run}(?![\\p{N}.,])`, 'iu').test(own);
}

/** The columns of a row whose names match the question. Null: none do, so any cell may answer. */
function askedColumns({ terms }: AskedQuestion, { header, cells }: EvidenceSentence): Set<number> | null {
  if (!header || !cells) return null;
  const asked = terms.filter(({ share }) => share === 1);
  const hits = header.names.map((name) => {
    const named = new Set(readTokens(name).map(({ term }) => term));
    return asked.filter(({ term, like }) => named.has(term) || [...like].some((one) => named.has(one)))
      .length;
  });
  const most = Math.max(0, ...hits.slice(1));
  return most === 0
    ? null
    : new Set(hits.flatMap((hit, index) => (index > 0 && hit === most ? [index] : [])));
}

/** The positions of a row's cells in its text. */
function cellSpans({ text, cells }: EvidenceSentence): { start: number; end: number }[] {
  if (!cells) return [];
  const walls = [...text.matchAll(/(?<!\\)\|/gu)].map(({ index }) => index);
  return walls.map((wall, index) => ({ start: wall + 1, end: walls[index + 1] ?? text.length }));
}
