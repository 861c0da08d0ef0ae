import { setImmediate as nextTurn } from 'node:timers/promises';
import { exceptsFromBefore } from '../parse/makes-exception.js';
import { type AboutNames, plainWords } from './about-names.js';
import { documentSentences, type Sentence } from './document-sentences.js';
import { type NamedTime, namedTimes, type TimeFit, timeFit } from './named-times.js';
import { numberedCells, numberedThings } from './numbered-things.js';
import { termsInOtherForm } from './other-form.js';
import type { PromptDocument } from './read-prompt.js';
import { replacedVersions, versionsOfOne } from './replaced-versions.js';
import { takesBack } from './taken-back.js';

interface CandidateOptions {
  question: string;
  documents: readonly PromptDocument[];
  /** Index terms of a text: normalised and stemmed. */
  terms: (text: string) => string[];
}

export interface Candidate {
  text: string;
  heading: string;
  title: string;
  path: string;
  date: string | null;
  isFragment: boolean;
  isReplaced: boolean;
  /** The next sentence, or a correction elsewhere, says that it is wrong. */
  isTakenBack: boolean;
  family: number | null;
  columns: string | undefined;
  isRow: boolean;
  /** The question selects this row among others of its table, for example by a name or a date. */
  isSelected: boolean;
  /** It is a list item. */
  isPoint: boolean;
  number: number;
  rank: number;
  index: number;
  document: number;
  terms: Set<string>;
  /** Terms of title, heading and columns. */
  context: Set<string>;
  /** Terms of the question above it, in a list of questions and answers. */
  answers: Set<string>;
  /** Terms of the sentence before it in its paragraph. */
  near: Set<string>;
  /** As written: words of the sentence and the one before it, and of title, path and heading. */
  words: Set<string>;
  placeWords: Set<string>;
  said: string;
  /** Terms of title and path, the names of its document. */
  names: Set<string>;
  /** How its time matches the one asked for. */
  time: TimeFit;
  lacksName: boolean;
  about: AboutNames;
  /** Contains some of what was asked about the names. */
  isAnswer: boolean;
  lexical: number;
  score: number;
}

const ASKS_OF_LETTER =
  /\b(?:wrote|write|written|sent|send|sender|e-?mail(?:ed|s)?|mails?|messages?|letters?|schrieb|geschrieben|gesendet|geschickt|absender|nachricht(?:en)?)\b/iu;

const ASKS_WHAT_IT_SAYS =
  /^\P{L}*(?:what|was)\b[^?]*\b(?:write|writes|wrote|say|says|said|schreibt|schrieb|sagt)\b/iu;
const ASKS_OF_DUE = /\b(?:due|deadlines?|fällig\p{L}*|fristen?)\b/iu;
const BY_DAY =
  /\b(?:by|until|bis(?: zum)?|spätestens(?: am)?)\s+(?:the\s+)?(?:\d{1,2}\b|end of|january|february|march|april|may|june|july|august|september|october|november|december)/iu;
const LONGEST_SIGNED = 120;

/**
 * The sentences of all documents, with everything that can be said about them before weighing the question. Yields
 * after each document.
 */
export async function collectCandidates(
  { question, documents, terms }: CandidateOptions,
  times: readonly NamedTime[],
): Promise<Candidate[]> {
  // Sender and date of a letter say nothing about its subject.
  const asksOfLetter = ASKS_OF_LETTER.test(question) && !ASKS_WHAT_IT_SAYS.test(question);
  const replaced = replacedVersions(documents);
  const families = versionsOfOne(documents).filter((versions) =>
    versions.some(({ number }) => replaced.has(number)),
  );
  const familyOf = (number: number) =>
    families.find((versions) => versions.some((version) => version.number === number))?.[0]?.number ?? null;
  const asksOfDue = ASKS_OF_DUE.test(question);
  const inOtherForm = termsInOtherForm(question, terms);
  const wordsInOtherForm = termsInOtherForm(question, plainWords);
  const asked = terms(question);
  const candidates: Candidate[][] = [];
  for (const [position, document] of documents.entries()) {
    await nextTurn();
    const called = `${spaced(document.title)} ${spaced(document.path)}`;
    const whole = documentSentences(document.contents);
    const above = whole.flatMap(({ text, isHeader }) => (isHeader ? text : [])).join(' ');
    const sentences = asksOfLetter ? whole : whole.filter(({ isHeader }) => !isHeader);
    const own = sentences.map(({ text }) => [
      ...terms(text.startsWith('{') ? spaced(text) : text),
      ...(asksOfDue && BY_DAY.test(text) ? terms('due') : []),
      ...inOtherForm(text),
    ]);
    const said = new Set(own.flat());
    const found = sentences.map((sentence, index, all): Candidate => ({
      text: withWhatLimitsIt(all, index),
      heading: sentence.heading,
      title: document.title,
      path: document.path,
      date: document.date,
      isFragment: sentence.isFragment,
      isReplaced: replaced.has(document.number),
      isTakenBack: takesBack(saidNext(all, index)),
      family: familyOf(document.number),
      columns: sentence.columns,
      isRow: sentence.columns !== undefined || sentence.text.startsWith('{'),
      isSelected: false,
      isPoint: sentence.isPoint === true,
      number: document.number,
      rank: document.rank,
      index: sentence.index,
      document: position,
      terms: new Set(own[index]),
      context: new Set([
        ...terms(`${document.title} ${above} ${sentence.heading}`),
        ...(isSigned(sentence.text, asked, terms) ? said : []),
      ]),
      answers: new Set(sentence.heading.trimEnd().endsWith('?') ? terms(sentence.heading) : []),
      // The sentence before one from the requested year may be about another year.
      near: new Set(times.length === 0 && saidBefore(all, index) !== '' ? own[index - 1] : []),
      words: new Set([
        ...plainWords(`${saidBefore(all, index)} ${sentence.text}`),
        ...numberedThings(sentence.text),
        ...numberedCells(sentence.columns, sentence.text),
        ...wordsInOtherForm(sentence.text),
      ]),
      said: `${saidBefore(all, index)} ${sentence.text}`,
      placeWords: placeWords(`${called} ${above} ${sentence.heading}`),
      names: new Set(terms(called)),
      time: times.length === 0 ? 'same' : timeOf({ all, index, called, times }),
      lacksName: false,
      about: 'itself',
      isAnswer: true,
      lexical: 0,
      score: 0,
    }));
    candidates.push(found);
  }
  await nextTurn();
  return candidates.flat();
}

/** `Received by Karl Osei` below a list refers to the whole list. */
function isSigned(text: string, asked: readonly string[], terms: (text: string) => string[]): boolean {
  const verb = /(?:^|\s)(\p{L}+ed|erhalten|empfangen|geprüft)\s+(?:by|von):?\s+\p{Lu}\p{Ll}+ \p{Lu}/u.exec(
    text.slice(0, LONGEST_SIGNED),
  )?.[1];
  return (
    verb !== undefined && text.length <= LONGEST_SIGNED && terms(verb).some((term) => asked.includes(term))
  );
}

function placeWords(place: string): Set<string> {
  return new Set([...plainWords(place), ...numberedThings(place)]);
}

/** Names of fields and files are written as one word. */
export function spaced(text: string): string {
  return text.replaceAll(/[-_./]/gu, ' ');
}

/** The sentence before, in the same paragraph or list item. */
function saidBefore(all: readonly Sentence[], index: number): string {
  const before = all[index - 1];
  return before && before.block === all[index]?.block ? before.text : '';
}

function saidNext(all: readonly Sentence[], index: number): string {
  const next = all[index + 1];
  return next && next.block === all[index]?.block ? next.text : '';
}

/**
 * Adds the next sentence if it retracts this one or makes an exception to it, so nobody reads one without the other.
 */
function withWhatLimitsIt(all: readonly Sentence[], index: number): string {
  const [own, next] = [all[index], all[index + 1]];
  if (!own || !next || own.isFragment || next.isFragment) return own?.text ?? '';
  const isBeside = own.block === next.block;
  if (isBeside && takesBack(next.text)) return `${own.text} ${next.text}`;
  const isExcepted = own.heading === next.heading && !own.isHeader && exceptsFromBefore(next.text);
  return isExcepted ? `${own.text} ${next.text}` : own.text;
}

/** A sentence is about the time it names, otherwise about that of its section so far, its heading or its document. */
function timeOf(place: {
  all: readonly Sentence[];
  index: number;
  called: string;
  times: readonly NamedTime[];
}): TimeFit {
  const { all, index, called, times } = place;
  const sentence = all[index]!;
  const own = timeFit(sentence.text, times);
  if (own !== 'unknown') return own;
  const above = all.slice(0, index).findLast(({ text }) => namedTimes(text).length > 0);
  const isCarried = above?.heading === sentence.heading && !sentence.isFragment && !above.isFragment;
  if (isCarried && timeFit(above.text, times) === 'same') return 'same';
  const heading = timeFit(sentence.heading, times);
  return heading === 'unknown' ? timeFit(called, times) : heading;
}
