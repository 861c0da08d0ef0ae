import { asksOfPast } from './asks-of-past.js';
import { dateOf, type HeldSentence, type Told } from './with-disputes.js';

const CHANGES = String.raw`(?:move[sd]?|moving|postponed?s?|brought forward|put (?:back|off)|rescheduled|raise[sd]?|increase[sd]?|lower(?:s|ed)?|reduce[sd]?|cut|extend(?:s|ed)?|shorten(?:s|ed)?|change[sd]?|verschoben|verlegt|erhöht|gesenkt|verringert|verlängert|verkürzt|geändert)`;
/** "The concert moves from 3 May to 10 May": names what it changes. */
const FROM_TO = new RegExp(
  String.raw`(?<![\p{L}])${CHANGES}(?![\p{L}])[^.;]{0,200}?\s(?:from|von|vom)\s+(?<old>[^,;]{1,40}?)\s+(?:to|until|auf|zum|bis)\s+\S`,
  'iu',
);
/** "The fee was raised to £40". */
const TO = new RegExp(
  String.raw`\b(?:was|were|is|are|been|wurde|wurden|wird)\s[^.;]{0,40}?${CHANGES}(?:\s+\p{L}+)?\s+(?:to|auf)\s|\b(?:wurde|wurden|wird)\s[^.;]{0,30}\sauf\s[^.;]{1,30}\s${CHANGES}`,
  'iu',
);
const SUM =
  /[£$€¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:EUR|GBP|USD|CHF|€|£|%|euros?|pounds?|dollars?|percent|Prozent)/giu;
const HALF = 0.5;
const FULL_WORD = /^\p{L}{5,}$/u;

type Placed = HeldSentence & {
  context: ReadonlySet<string>;
  near: ReadonlySet<string>;
  isRow: boolean;
  isTakenBack: boolean;
};

/**
 * Puts a sentence that says what changed before the sentence of another document that it changes: minutes of April that
 * move the day set in March. If it does not name what it changes, it must be of a later day and about the same.
 */
export function withLaterChanges<Held extends Placed>(options: {
  told: readonly Told<Held>[];
  all: readonly Held[];
  question: string;
  asked: readonly string[];
}): Told<Held>[] {
  const { told, all, question, asked } = options;
  if (asksOfPast(question)) return [...told];
  const changes = all.filter(
    ({ text, isRow, isTakenBack }) => !isRow && !isTakenBack && (FROM_TO.test(text) || TO.test(text)),
  );
  if (changes.length === 0) return [...told];
  const first = new Set<Held>();
  const pairs = told.map((one) => {
    const found = one.dispute
      ? undefined
      : changes.find((other) => !first.has(other) && changesIt(other, one.sentence, asked));
    if (found) first.add(found);
    return { one, found };
  });
  return pairs.flatMap(({ one, found }): Told<Held>[] => {
    if (!found) return first.has(one.sentence) ? [] : [one];
    const dispute = { isOpen: false, isDated: false, isLater: true };
    return [
      { sentence: found, dispute, date: dateOf(found) },
      { sentence: one.sentence, dispute, date: dateOf(one.sentence) },
    ];
  });
}

function changesIt(change: Placed, sentence: Placed, asked: readonly string[]): boolean {
  if (change.number === sentence.number || sentence.isRow || change.text === sentence.text) return false;
  const [day, before] = [dateOf(change), dateOf(sentence)];
  if (day !== null && before !== null && !isAfter(day, before)) return false;
  const held = (one: Placed) =>
    asked.filter((term) => [one.terms, one.context, one.near].some((terms) => terms.has(term)));
  const theirs = new Set(held(change));
  const ours = held(sentence);
  const shared = ours.filter((term) => theirs.has(term));
  // The forms of a word may differ by language, so a word that both have counts too.
  const isSame = (term: string) => change.terms.has(term) && (asked.includes(term) || FULL_WORD.test(term));
  if (shared.length === 0 || ![...asked, ...sentence.terms].some(isSame)) return false;
  const old = FROM_TO.exec(change.text)?.groups?.['old'];
  if (old !== undefined) return /\d/u.test(old) && plain(sentence.text).includes(plain(old));
  const [sum, ...others] = sentence.text.match(SUM) ?? [];
  const sums = change.text.match(SUM) ?? [];
  return (
    day !== null &&
    before !== null &&
    sum !== undefined &&
    others.length === 0 &&
    sums.length === 1 &&
    sums[0] !== sum &&
    shared.length >= HALF * ours.length
  );
}

/** A month is not after a day in it. */
const isAfter = (day: string, before: string) => {
  const length = Math.min(day.length, before.length);
  return day.slice(0, length) > before.slice(0, length);
};

const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}£$€%.:/-]+/gu, ' ')
    .replaceAll(/[.:](?=\s|$)/gu, '')
    .trim()} `;
