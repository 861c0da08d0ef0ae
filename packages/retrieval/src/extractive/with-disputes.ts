import { compareSentences } from '@ibid/core/internal';
import { MONTHS, namedTimes } from './named-times.js';

/** A sentence that is compared with others. */
export interface HeldSentence {
  text: string;
  heading: string;
  title: string;
  path: string;
  date: string | null;
  number: number;
  isFragment: boolean;
  /** Another version replaces its document. */
  isReplaced?: boolean;
  /** The number of one document of its version family, the same for all of them. */
  family?: number | null;
  /** Index terms of the sentence, and of title and path. */
  terms: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

export interface Dispute {
  isOpen: boolean;
  /** All dates are known, and the newest is first. */
  isDated: boolean;
  /** One is from a replaced version, and comes after its replacement. */
  isSettled?: boolean;
  /** The first one says what changed in the other. */
  isLater?: boolean;
  /** These are differences between two versions, not a dispute. */
  isChange?: boolean;
}

/** A sentence to show, alone or in a dispute. */
export interface Told<Held> {
  sentence: Held;
  dispute?: Dispute;
  date: string | null;
  /** Shown beside sentences that disagree, so it says of which document and day it is. */
  isBeside?: boolean;
}

/** Each sentence, together with those of other documents that disagree. Repetitions are left out. */
export function withDisputes<Held extends HeldSentence>(
  picked: readonly Held[],
  others: readonly Held[],
  asked: readonly string[],
): Told<Held>[] {
  const told = new Set<Held>();
  // If the question names another document, these are not quoted.
  const aside = new Set<number>();
  return picked.flatMap((sentence): Told<Held>[] => {
    if (told.has(sentence) || aside.has(sentence.number)) return [];
    const open = others.filter((other) => !told.has(other));
    const { sides, isOpen, unnamed } = findDisagreeing(sentence, open, asked);
    for (const side of sides) told.add(side.sentence);
    for (const { number } of unnamed) aside.add(number);
    if (sides.length === 1) return sides.map((side) => ({ sentence: side.sentence, date: null }));
    const isSettled =
      sides.some((side) => side.sentence.isReplaced) && !sides.every((side) => side.sentence.isReplaced);
    const dispute = {
      isOpen,
      isDated: sides.every(({ date }) => date !== null),
      ...(isSettled && { isSettled }),
    };
    return sides.map((side) => ({ ...side, dispute }));
  });
}

interface Disagreeing<Held> {
  /** Includes the sentence itself, unless the question names another document. Newest first if dates are known. */
  sides: { sentence: Held; date: string | null }[];
  /** Only a reader can tell: one of them is narrower, or about the past. */
  isOpen: boolean;
  /** Disagreeing sentences in documents other than the one the question names. */
  unnamed: Held[];
}

/** Share of words that must match before two sentences are compared closely. */
const SAME_SUBJECT = 0.4;
const FEWEST_LETTERS = 5;
/** How many cells with letters name a row. A row may start with a code or a date. */
const NAMING_CELLS = 1;
/** Share of words in common for sentences at the same place in two versions. */
const SAME_PLACE = 0.5;
const REPLACED_PLACE = 0.3;

/** CIT-9: finds sentences of other documents that disagree with one that answers a question. */
function findDisagreeing<Held extends HeldSentence>(
  sentence: Held,
  others: readonly Held[],
  asked: readonly string[],
): Disagreeing<Held> {
  let sides = [sentence];
  const unnamed: Held[] = [];
  let isOpen = true;
  const counterpart = counterpartOf(sentence, others);
  for (const other of others) {
    if ([...sides, ...unnamed].some(({ number }) => number === other.number)) continue;
    if (other !== counterpart && sharedTerms(sentence.terms, other.terms) < SAME_SUBJECT) continue;
    if (areRowsOfOthers(sentence.text, other.text)) continue;
    const about = sentence.isFragment && other.isFragment ? asked.join(' ') : undefined;
    const found =
      compareSentences(placed(sentence, about), placed(other, about)) ??
      (other === counterpart ? { isOpen: true } : null);
    if (!found) continue;
    if (isNamed(sentence, other, asked)) unnamed.push(other);
    else if (isNamed(other, sentence, asked)) {
      unnamed.push(...sides);
      sides = [other];
      break;
    } else {
      sides.push(other);
      isOpen &&= found.isOpen;
    }
  }
  const dated = sides.map((side) => ({ sentence: side, date: dateOf(side) }));
  const newestFirst = dated.toSorted(
    (one, other) =>
      Number(one.sentence.isReplaced ?? false) - Number(other.sentence.isReplaced ?? false) ||
      compareDates(other.date, one.date) ||
      versionOf(other.sentence) - versionOf(one.sentence),
  );
  return { sides: newestFirst, isOpen, unnamed };
}

/** Two rows with different names are about different things: `Order valve | Ann` and `Check pump | Bob`. */
function areRowsOfOthers(one: string, other: string): boolean {
  if (!one.includes(' | ') || !other.includes(' | ')) return false;
  const called = (row: string) =>
    new Set(
      row
        .split('|')
        .filter((cell) => /\p{L}{2}/u.test(cell))
        .slice(0, NAMING_CELLS)
        .flatMap((cell) => cell.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []),
    );
  const [first, second] = [called(one), called(other)];
  return first.size > 0 && second.size > 0 && ![...first].some((word) => second.has(word));
}

type OfDocument = Pick<HeldSentence, 'title' | 'number' | 'family'>;

/** Two documents with the same title, or one that replaces the other: most likely versions. */
export function isTwin(one: OfDocument, other: OfDocument): boolean {
  if (one.number === other.number) return false;
  return (one.title !== '' && one.title === other.title) || isReplacement(one, other);
}

const isReplacement = (one: OfDocument, other: OfDocument) =>
  typeof one.family === 'number' && one.family === other.family;

/** The sentence at the same place in another version, with other words or figures; null if it says the same. */
function counterpartOf<Held extends HeldSentence>(sentence: Held, others: readonly Held[]): Held | null {
  if (sentence.isFragment) return null;
  let best: Held | null = null;
  // If a version was replaced, the sentence at the same place counts, even in other words.
  const hasReplaced = others.some(
    (other) => isTwin(sentence, other) && other.isReplaced !== sentence.isReplaced,
  );
  let most = hasReplaced ? REPLACED_PLACE : SAME_PLACE;
  for (const other of others) {
    if (!isTwin(sentence, other) || other.heading !== sentence.heading || other.isFragment) continue;
    if (other.text === sentence.text) return null;
    const shared = sharedTerms(sentence.terms, other.terms);
    const hasWord = [...sentence.terms].some(
      (term) => term.length >= FEWEST_LETTERS && other.terms.has(term),
    );
    if (shared > most && hasWord) {
      best = other;
      most = shared;
    }
  }
  return best;
}

/** The version number in a file name or title: `guideline-v3.md`. */
function versionOf({ title, path }: HeldSentence): number {
  const found = /(?<!\p{L})v(?:ersion)?[ ._-]?(\d+(?:\.\d+)?)/iu.exec(`${title} ${path}`)?.[1];
  return found === undefined ? 0 : Number(found);
}

function placed({ text, title, heading }: HeldSentence, about: string | undefined) {
  return { text, title, heading, ...(about !== undefined && { about }) };
}

function sharedTerms(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared / Math.max(1, Math.min(one.size, other.size));
}

/**
 * Whether the question has a word that is only in this document's name, and that the other sentence does not contain.
 */
export function isNamed(one: HeldSentence, other: HeldSentence, asked: readonly string[]): boolean {
  return asked.some((term) => has(one.names, term) && !has(other.names, term) && !has(other.terms, term));
}

/** A title is too short to detect its language, so `amend` and `amendment` may be the same word. */
function has(terms: ReadonlySet<string>, term: string): boolean {
  if (terms.has(term) || term.length < FEWEST_LETTERS) return terms.has(term);
  return [...terms].some(
    (other) => other.length >= FEWEST_LETTERS && (other.startsWith(term) || term.startsWith(other)),
  );
}

/** The date that the document states, or the year in its title or file name. */
export function dateOf({ date, title, path }: HeldSentence): string | null {
  if (date !== null) return date;
  const [time] = [title, path].flatMap(namedTimes);
  if (!time) return null;
  const month = time.month ?? monthIn(`${title} ${path}`);
  return month === null ? String(time.year) : `${time.year}-${String(month).padStart(2, '0')}`;
}

/** `budget-2025-revised-july`: month and year are apart. Short names and `March` may be other words. */
function monthIn(name: string): number | null {
  const words = name.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const found = words.find((word) => word !== 'march' && MONTHS.has(word));
  return found === undefined ? null : (MONTHS.get(found) ?? null);
}

function compareDates(one: string | null, other: string | null): number {
  return (one ?? '').localeCompare(other ?? '');
}
