import { shareIn, type AskedQuestion } from './asked-question.js';
import type { EvidenceSentence } from './evidence-document.js';
import { readTokens } from '@ibid/core/internal';
import type { WrittenDay } from './written-days.js';

const MOVED =
  'moved|postponed|rescheduled|brought forward|shifted|changed|deferred|put back|verlegt|verschoben|vertagt|vorgezogen';
/** `on 3 December has been moved to 10 December` */
const MOVED_TO = new RegExp(
  `\\b(?:${MOVED})\\b[^.;]{0,20}\\b(?:to|until|auf)\\s+(?:the\\s+|den\\s+)?$`,
  'iu',
);
/** `postponed from 4 May to 11 May` */
const HAS_MOVED = new RegExp(`\\b(?:${MOVED})(?!\\p{L})`, 'iu');
/** `vom 3. Februar wurde auf den 10. Februar verschoben` */
const GERMAN_TO = /\bauf\s+(?:den\s+)?$/iu;
const FROM = /\b(?:from|von|vom)\s+(?:the\s+)?$/iu;
const TO = /^\s*(?:to|auf)\s+(?:the\s+|den\s+)?$/iu;
const ASKS_FORMER =
  /\b(?:original\p{L}*|first|initial\p{L}*|former\p{L}*|old|ursprünglich\p{L}*|zuerst|bisher\p{L}*)\b/iu;

const PAST = /\b(?:was|were|did|has|have|had|took|held|fand|war|wurden?|hat)\b/iu;
const COMING = /\b(?:is|are|will|does|do|ist|sind|wird|findet)\b/iu;
const NEXT = /\b(?:next|following|upcoming|nächste\p{L}*|folgende\p{L}*)(?!\p{L})/iu;
const LAST = /\b(?:last|previous|former|letzte\p{L}*|vorige\p{L}*)(?!\p{L})/iu;

const DONE = /^\P{L}*when\s+(?:was|were|did)\b/iu;
const TO_BE_DONE =
  /\b(?:should|shall|will|must|is to|are to|soll|sollen|wird|werden|muss|müssen)\s(?!have\b)/iu;

const ASKS_PAID = /\bpaid\b(?!\s+(?:by|for)\b)|\bbezahlt\b/iu;
const DUE =
  /\b(?:due|payable|(?:please|must|to) (?:be )?pay|to be paid|fällig|zahlbar|zu zahlen|deadline)(?!\p{L})/iu;
const IS_PAID = /\b(?:paid|received|bezahlt|beglichen|eingegangen)(?!\p{L})/iu;

/** The verb of a question is what tells its dates apart, and usually comes last. */
const OF_VERB = 0.5;

/**
 * Of the dates of a sentence, those that may be of what is asked. `Invoice issued 3 March for gloves delivered on
 * 27 February` has two, and the words before each say what it is of.
 */
export function meantDays(
  question: AskedQuestion,
  sentence: EvidenceSentence,
  days: readonly WrittenDay[],
): WrittenDay[] {
  const left = withoutMoved(question, sentence, days).filter((day) => {
    const said = wordsOf(sentence, days, day);
    return !isOfAnotherTime(question, said) && !isOnlyDue(question, said);
  });
  // For the start and end of a period, other words decide.
  if (left.length < 2 || question.side !== null) return left;
  const scored = left.map((day) => ({ day, score: scoreOf(question, wordsOf(sentence, days, day)) }));
  const best = Math.max(...scored.map(({ score }) => score));
  // No column of a table is named as asked, or what is named so does not count.
  const isNamed = sentence.cells !== null && sentence.header !== null;
  if (best === 0) return isNamed || left.length < days.length ? [] : left;
  return scored.filter(({ score }) => score === best).map(({ day }) => day);
}

function scoreOf({ terms }: AskedQuestion, said: string): number {
  const own = new Set(readTokens(said).map(({ term }) => term));
  const asked = terms.filter(({ share }) => share === 1);
  return asked.reduce((sum, term, place) => {
    const share = shareIn(term, own);
    return sum + share + (place === asked.length - 1 && share > 0 ? OF_VERB : 0);
  }, 0);
}

/** The words that say what a date is of: its column's name, or those between it and the date before. */
function wordsOf(
  { text, cells, header, tokens }: EvidenceSentence,
  days: readonly WrittenDay[],
  day: WrittenDay,
): string {
  const written = text.slice(day.start, day.end);
  if (cells !== null) {
    const column = cells.findIndex((cell) => cell.includes(written));
    return header && cells.length > 2 ? (header.names[column] ?? '') : (cells[0] ?? '');
  }
  const place = days.indexOf(day);
  // `On 3 March the invoice was issued, and on 27 February …`
  const isBehind = tokens.every(({ start, isStop }) => isStop || start >= (days[0]?.start ?? 0));
  return isBehind
    ? text.slice(day.end, days[place + 1]?.start ?? text.length)
    : text.slice(days[place - 1]?.end ?? 0, days[place + 1] ? day.start : text.length);
}

/** If something was moved, the day it was moved to is its day, unless the question asks for the former one. */
function withoutMoved(
  { own }: AskedQuestion,
  { text }: EvidenceSentence,
  days: readonly WrittenDay[],
): WrittenDay[] {
  const isFormer = (day: WrittenDay, place: number) => {
    const next = days[place + 1];
    if (!next) return false;
    const between = text.slice(day.end, next.start);
    return (
      MOVED_TO.test(between) ||
      (GERMAN_TO.test(between) && HAS_MOVED.test(text.slice(next.end))) ||
      (TO.test(between) && FROM.test(text.slice(0, day.start)) && HAS_MOVED.test(text))
    );
  };
  const former = days.filter(isFormer);
  if (former.length === 0) return [...days];
  return ASKS_FORMER.test(own) ? former : days.filter((day) => !former.includes(day));
}

/** `The next meeting is on 9 February` does not say when the meeting was. */
function isOfAnotherTime({ own }: AskedQuestion, said: string): boolean {
  if (DONE.test(own) && TO_BE_DONE.test(said)) return true;
  if (NEXT.test(said) && !NEXT.test(own)) return PAST.test(own);
  return LAST.test(said) && !LAST.test(own) && COMING.test(own) && !PAST.test(own);
}

/** The day on which something was to be paid is not the day on which it was paid. */
function isOnlyDue({ own }: AskedQuestion, said: string): boolean {
  return ASKS_PAID.test(own) && DUE.test(said) && !IS_PAID.test(said.replaceAll(/\bto be paid\b/giu, ''));
}
