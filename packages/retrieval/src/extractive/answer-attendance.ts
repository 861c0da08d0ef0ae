import { withoutQuestionWords } from './asked-words.js';
import { documentSentences } from './document-sentences.js';
import { MONTHS } from './named-times.js';
import type { PromptDocument } from './read-prompt.js';
import type { SelectedSentence } from './select-sentences.js';

/** Who was at a meeting, or was not. */
export interface Attendance {
  sentences: SelectedSentence[];
  /** How many names the line has, if the question asks how many. */
  counted: number | null;
}

const ASKS =
  /^\P{L}*(?:who|which (?:people|members|persons)|how many(?: (?:people|persons|members|of (?:us|them)))?|wer|wie viele(?: (?:leute|personen|mitglieder))?)\b/iu;
const HOW_MANY = /\b(?:how many|wie viele)\b/iu;
const MEETING =
  /(?<!\p{L})(?:meetings?|session|assembly|agm|committee|sitzung|versammlung|\p{L}*versammlung|besprechung|treffen)(?!\p{L})/iu;
const WAS_AWAY =
  /(?<!\p{L})(?:absent|missing|missed|apologi[sz]ed|apologies|excused|away|not (?:attend|come|there|present|at|take part)|\p{L}+n['’]t (?:attend|come|there|present|at)|fehlte?n?|gefehlt|abwesend|entschuldigt|nicht (?:da|anwesend|teil))(?!\p{L})/iu;
const WAS_THERE =
  /(?<!\p{L})(?:attend(?:ed|s)?|present|(?:was|were) (?:there|at)|took part|take part|participated|came|come|anwesend|teil(?:genommen|nahmen?)?|dabei|da)(?!\p{L})/iu;
const PRESENT =
  /^\P{L}*(?:(?:also )?present|attendees?|in attendance|attending|participants?|attendance|anwesende?|teilnehmer(?:innen)?|teilnehmende)(?: \([^)]{1,30}\))?\s*:\s*(?<names>\S.*)$/iu;
const AWAY =
  /^\P{L}*(?:apologies(?: (?:from|received))?|absent|absentees|excused|not present|entschuldigt|abwesend|es fehlten?)\s*:\s*(?<names>\S.*)$/iu;
const SAYS_NOTHING =
  /(?<!\p{L})(?:meetings?|session|people|persons|members|present|absent|missing|missed|attend\p{L}*|there|last|sitzung|personen|leute|mitglieder|anwesend|abwesend|entschuldigt|gefehlt|teilgenommen|letzten?)(?!\p{L})/giu;

/**
 * Answers who was present or absent at a meeting, from the line of its minutes that lists them. Null for other
 * questions, or if no minutes found have such a line.
 */
export function answerAttendance({
  question,
  documents,
  terms,
}: {
  question: string;
  documents: readonly PromptDocument[];
  terms: (text: string) => string[];
}): Attendance | null {
  if (!ASKS.test(question) || !MEETING.test(question)) return null;
  const isAway = WAS_AWAY.test(question);
  if (!isAway && !WAS_THERE.test(question)) return null;
  const pattern = isAway ? AWAY : PRESENT;
  const lines = documents.flatMap((document) =>
    documentSentences(document.contents).flatMap(({ text }) => {
      const names = pattern.exec(text)?.groups?.['names'];
      return names === undefined ? [] : [{ document, text, names }];
    }),
  );
  const wanted = wantedOf(question, terms);
  const fitting = lines.filter(({ document }) => {
    const called = `${document.title} ${document.path.replaceAll(/[-_./]/gu, ' ')} ${document.date ?? ''}`;
    const held = new Set([...terms(called), ...monthsIn(called)]);
    return wanted.every((term) => held.has(term));
  });
  const newest = fitting.toSorted((one, other) =>
    (other.document.date ?? '').localeCompare(one.document.date ?? ''),
  );
  const isDated = newest.every(({ document }) => document.date !== null);
  const [first, ...others] = newest;
  if (!first || (wanted.length === 0 && others.length > 0 && !isDated)) return null;
  // Without the day of a meeting, the last one is meant.
  const told =
    wanted.length === 0 ? [first] : newest.filter(({ document }) => document.date === first.document.date);
  const [only] = told;
  const sentences = told.map(({ document, text }): SelectedSentence => ({
    text,
    number: document.number,
    title: document.title,
    strength: 1,
    lacksName: false,
    date: null,
  }));
  const counted = HOW_MANY.test(question) && only && told.length === 1 ? countOf(only.names) : null;
  return HOW_MANY.test(question) && counted === null ? null : { sentences, counted };
}

/** What the question says about the meeting: its month, its year, its kind. */
function wantedOf(question: string, terms: (text: string) => string[]): string[] {
  const months = monthsIn(question);
  const words = withoutQuestionWords(
    [ASKS, WAS_AWAY, WAS_THERE]
      .reduce((left, said) => left.replace(said, ' '), question)
      .replaceAll(SAYS_NOTHING, ' '),
  );
  const others = words.replaceAll(/\p{L}+/gu, (word) => (MONTHS.has(word.toLowerCase()) ? ' ' : word));
  return [...new Set([...months, ...terms(others)])];
}

/** The months of a text as numbers, so that `2026-09-08` has the month that September names. */
function monthsIn(text: string): string[] {
  const named = (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => MONTHS.get(word) ?? []);
  const numbered = [...text.matchAll(/\b\d{4}[- ](\d{2})(?:[- ]\d{2})?\b/gu)].map(([, month]) =>
    Number(month),
  );
  return [...named, ...numbered].map((month) => `month ${month}`);
}

/** How many names a line lists; null if it has more than names. */
function countOf(names: string): number | null {
  const plain = names.replaceAll(/\([^)]*\)/gu, ' ').replace(/[.;]\s*$/u, '');
  const parts = plain.split(/\s*(?:,|;|&|\band\b|\bund\b)\s*/u).filter((part) => part.trim() !== '');
  const isName = (part: string) =>
    /^(?:\p{Lu}[\p{L}.'’-]*\s*(?:(?:van|von|de|der|den|di|da|la|le|zu|zur|bin|al)\s+){0,2}){1,4}$/u.test(
      part.trim(),
    );
  return parts.length > 0 && parts.every(isName) ? parts.length : null;
}
