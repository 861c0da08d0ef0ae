import { setImmediate as nextTurn } from 'node:timers/promises';
import { exceptsFromBefore } from '../parse/makes-exception.js';
import { type AboutNames, plainWords } from './about-names.js';
import { documentSentences, type Sentence } from './document-sentences.js';
import { type NamedTime, namedTimes, type TimeFit, timeFit } from './named-times.js';
import { numberedCells, numberedThings } from './numbered-things.js';
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
  /** Of a list. */
  isPoint: boolean;
  number: number;
  rank: number;
  index: number;
  document: number;
  terms: Set<string>;
  /** Of title, heading and columns. */
  context: Set<string>;
  /** Of what its paragraph says before it. */
  near: Set<string>;
  /** As written: of the sentence and the one before it, and of title, path and heading. */
  words: Set<string>;
  placeWords: Set<string>;
  said: string;
  /** Of title and path: by what its document is called. */
  names: Set<string>;
  /** How its time goes with the one asked for. */
  time: TimeFit;
  lacksName: boolean;
  about: AboutNames;
  /** Says something of what was asked about the names. */
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
 * The sentences of all documents, each with what can be told of it before the question is weighed. Others get their
 * turn after each document.
 */
export async function collectCandidates(
  { question, documents, terms }: CandidateOptions,
  times: readonly NamedTime[],
): Promise<Candidate[]> {
  // Who sent a letter, and when, is no statement of what it is about.
  const asksOfLetter = ASKS_OF_LETTER.test(question) && !ASKS_WHAT_IT_SAYS.test(question);
  const replaced = replacedVersions(documents);
  const families = versionsOfOne(documents).filter((versions) =>
    versions.some(({ number }) => replaced.has(number)),
  );
  const familyOf = (number: number) =>
    families.find((versions) => versions.some((version) => version.number === number))?.[0]?.number ?? null;
  const asksOfDue = ASKS_OF_DUE.test(question);
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
      // Beside a sentence of the year asked for there may be one of another year.
      near: new Set(times.length === 0 && saidBefore(all, index) !== '' ? own[index - 1] : []),
      words: new Set([
        ...plainWords(`${saidBefore(all, index)} ${sentence.text}`),
        ...numberedThings(sentence.text),
        ...numberedCells(sentence.columns, sentence.text),
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

/** `Received by Karl Osei`, below a list of what: it is about all of it. */
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

/** Names of fields and files are written in one word. */
export function spaced(text: string): string {
  return text.replaceAll(/[-_./]/gu, ' ');
}

/** The sentence before, in the same paragraph or point. */
function saidBefore(all: readonly Sentence[], index: number): string {
  const before = all[index - 1];
  return before && before.block === all[index]?.block ? before.text : '';
}

function saidNext(all: readonly Sentence[], index: number): string {
  const next = all[index + 1];
  return next && next.block === all[index]?.block ? next.text : '';
}

/** Nobody must read a sentence without the next one, where that takes it back or makes an exception to it. */
function withWhatLimitsIt(all: readonly Sentence[], index: number): string {
  const [own, next] = [all[index], all[index + 1]];
  if (!own || !next || own.isFragment || next.isFragment) return own?.text ?? '';
  const isBeside = own.block === next.block;
  if (isBeside && takesBack(next.text)) return `${own.text} ${next.text}`;
  const isExcepted = own.heading === next.heading && !own.isHeader && exceptsFromBefore(next.text);
  return isExcepted ? `${own.text} ${next.text}` : own.text;
}

/** A sentence speaks of the time it names, or else of that of its section so far, its heading or its document. */
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
