import { readTokens } from '@ibid/core/internal';
import { withoutEmphasis } from '../parse/without-emphasis.js';
import type { AskedQuestion } from './asked-question.js';
import { sidedDates } from './date-sides.js';
import type { EvidenceColumn } from './evidence-column.js';
import type { EvidenceSentence } from './evidence-document.js';
import { isFitting } from './fitting-value.js';
import { meantDays } from './meant-days.js';
import { boundBefore, numbersIn } from './numbers-in.js';
import { lastingIn } from './said-of.js';
import { asksDoer, hasRole, whoDid } from './who-did.js';
import { writtenDays, type WrittenDay } from './written-days.js';

/** A possible answer in a sentence. */
export interface ValueCandidate {
  value: string;
  number: number | null;
  /** As the sentence writes it. */
  written: string;
  /** For a count: the counted thing follows directly. */
  isNamed?: boolean;
  /** `not longer than 8 days`: the sentence denies what is beyond the value, not the value. */
  isLimit?: boolean;
  /** For a duration: whether the wording ties it to what is asked about. */
  isSaidOfIt?: boolean;
  /** For a number: the column's unit, which the document does not give. */
  lacksUnit?: string;
  /** For a date: why it may be another day. */
  doubt?: string;
}

/** The values in a sentence of the kind a column asks for. Empty: the sentence cannot answer. */
export function valueCandidates(
  column: EvidenceColumn,
  question: AskedQuestion,
  sentence: EvidenceSentence,
): ValueCandidate[] {
  if (column.kind === 'date') return datesIn(question, sentence);
  if (column.kind === 'choice') return choicesIn(column.choices ?? [], sentence.text);
  const all = column.kind === 'number' ? numbersIn(column, question, sentence) : textsIn(question, sentence);
  const found = question.asksLength ? lengthsOf(all, question, sentence) : all;
  return found.filter((value) => isFitting(question, sentence, value));
}

/** Durations that may belong to what is asked about. */
function lengthsOf(
  all: readonly ValueCandidate[],
  question: AskedQuestion,
  sentence: EvidenceSentence,
): ValueCandidate[] {
  const { text, cells } = sentence;
  const times = lastingIn(question, sentence);
  if (all.length > 0 && all.every(({ number }) => number === null)) {
    if (cells !== null) return [...all];
    const [time] = times;
    if (!time || times.length > 1)
      return all.flatMap((one) =>
        times.length > 0 ? [{ ...one, isSaidOfIt: times.some(({ isSaidOfIt }) => isSaidOfIt) }] : [],
      );
    const written = boundBefore(text, time.start) + text.slice(time.start, time.end);
    return [{ value: written, number: null, written, isSaidOfIt: time.isSaidOfIt }];
  }
  return all.flatMap((one) => {
    const time = times.find(({ start, end }) => one.written.endsWith(text.slice(start, end)));
    if (time) return [{ ...one, isSaidOfIt: time.isSaidOfIt }];
    return cells !== null || / (?:m|km|cm|mm|ft|metres?|meters?)$/u.test(one.written) ? [one] : [];
  });
}

/** A date on which something ends does not answer when it starts, and vice versa. */
function datesIn(question: AskedQuestion, sentence: EvidenceSentence): ValueCandidate[] {
  const { side, form } = question;
  const sided = side === null ? [] : sidedDates(sentence);
  const hasAsked = sided.some((date) => date.side === side);
  const isOther = ({ start, last }: WrittenDay) =>
    last === null &&
    sided.some((date) => date.start === start && date.side !== side && (hasAsked || date.side !== null));
  const days = meantDays(question, sentence, writtenDays(sentence));
  return days
    .filter((day) => !isOther(day))
    .map(({ start, end, first, last, doubt }) => ({
      value: (side === 'end' && last !== null ? last : first).slice(0, CHARACTERS[form]),
      number: null,
      written: sentence.text.slice(start, end),
      ...(doubt === null ? {} : { doubt }),
    }));
}

const CHARACTERS = { day: 10, month: 7, year: 4 };

function choicesIn(choices: readonly string[], text: string): ValueCandidate[] {
  const found = choices.flatMap((choice) => {
    const at = placeOf(choice, text);
    return at === null ? [] : [{ value: choice, number: null, written: text.slice(at.start, at.end), ...at }];
  });
  // `medium` inside `medium-high` is not what the document says.
  return found
    .filter(
      (one) => !found.some((other) => other !== one && other.start <= one.start && other.end >= one.end),
    )
    .map(({ value, number, written }) => ({ value, number, written }));
}

function placeOf(choice: string, text: string): { start: number; end: number } | null {
  const pattern = choice
    .trim()
    .replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
    .replaceAll(/\s+/gu, String.raw`\s+`);
  const match = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : null;
}

const NAME =
  /\p{Lu}[\p{L}\p{M}'’-]*\.?(?:\s+(?:(?:van|von|der|den|de|da|del|della|di|la|le|bin|al|of|the|and|&)\s+)*(?:\p{Lu}[\p{L}\p{M}'’-]*))*/gu;
const NO_NAME =
  /^(?:The|A|An|This|That|These|It|Its|He|She|They|In|On|At|By|For|From|To|With|After|Before|When|While|All|Each|Every|No|Our|We|Her|His|Their|There|Dated|Signed|Made|Under|Since|Until|As|If|Der|Die|Das|Im|Am|Le|La|El)\b\s*/u;
const ASKS_FOR_NAME =
  /^(?:who|wer)\s+(?:is|was|are|were|ist|war|sind|waren)\s+(?:the|our|its|der|die|das|unsere?)\s+\p{L}+$/iu;
const holdsName = (text: string) => /\p{Lu}\p{Ll}/u.test(text) && !/^\P{L}*\d/u.test(text);
const LONGEST_SHORT_ANSWER = 120;
const PLACE =
  /\b(?:in|at|on|under|behind|beside|near|inside|outside|above|below|aboard|im|am|bei|auf|unter|hinter|neben)\s+[^,.;:|]{2,80}/iu;

/** A name if one is asked for, the value of a row or a named value, the text after "is", or else the whole sentence. */
function textsIn(question: AskedQuestion, sentence: EvidenceSentence): ValueCandidate[] {
  const { kind, terms, own: asked } = question;
  const { text, tokens } = sentence;
  const isAsked = (term: string) => terms.some((one) => one.term === term || one.like.has(term));
  const named = namedValue(sentence, isAsked);
  const plain = (value: string) => ({
    value: withoutEmphasis(value).replaceAll(/\s+/gu, ' '),
    number: null,
    written: value,
  });
  const isOfPerson = kind === 'person';
  const party = isOfPerson ? partyIn(text, isAsked) : null;
  if (party !== null) return [plain(party)];
  if (named !== null && !(isOfPerson && asksDoer(question) && !holdsName(named))) return [plain(named)];
  if (isOfPerson || kind === 'place') {
    const names = Array.from(text.matchAll(NAME), (match) => {
      const own = match[0].replace(NO_NAME, '').replace(/\.$/u, '');
      const start = match.index + match[0].indexOf(own);
      return { own, start, end: start + own.length };
    }).filter(({ own, start, end }) => {
      const within = tokens.filter((token) => token.start >= start && token.end <= end);
      // `Exception:` is a label.
      const isLabel = /^\s*:/u.test(text.slice(end));
      // `Boats are held back`: the capital only marks the start of the sentence.
      const isStart =
        isOfPerson && asksDoer(question) !== null && start === 0 && !within.some(({ isName }) => isName);
      // `The Skipper holds …` in a skipper's contract: its subject names the one who does what is asked.
      const isSubject =
        isOfPerson && asksDoer(question) !== null && standsBeforeVerb(question, sentence, end);
      return (
        own.length > 1 &&
        !isLabel &&
        !isStart &&
        (isSubject || !within.every(({ term }) => isAsked(term) || sentence.context.has(term)))
      );
    });
    if (names.length > 0 && !isOfPerson) return names.map(({ own }) => plain(own));
    if (names.length > 0)
      return names
        .flatMap((name) => {
          const did = whoDid(question, sentence, name);
          return did ? [{ ...plain(name.own), ...(did.isSaidOfIt ? {} : did) }] : [];
        })
        .map((one) => withSecondPart(one, asked, sentence));
    // "Who was the inspector?" asks for a name. What inspectors do is not an answer.
    if (isOfPerson && ASKS_FOR_NAME.test(asked)) return [];
    if (isOfPerson && asksDoer(question))
      return hasRole(question, sentence)
        ? [{ ...plain(text.replace(/^[-*+•]\s+/u, '')), isSaidOfIt: false }]
        : [];
  }
  const last = tokens.findLast(({ term }) => isAsked(term));
  const place = kind === 'place' ? PLACE.exec(text.slice(last?.end ?? 0))?.[0].trim() : undefined;
  if (place !== undefined) return [plain(place)];
  const told =
    last === undefined
      ? undefined
      : /^\s*(?:is|was|are|were|ist|war|sind|est|es|è|:)\s+([^.;\n]{2,100})[.;]?\s*$/u.exec(
          text.slice(last.end),
        )?.[1];
  return [plain(told ?? text.replace(/^[-*+•]\s+/u, ''))];
}

function standsBeforeVerb(
  { terms }: AskedQuestion,
  { text, tokens }: EvidenceSentence,
  end: number,
): boolean {
  const next = tokens.find(({ start, isStop }) => start >= end && !isStop);
  const [done] = terms;
  if (!next || !done || !/^\s+$/u.test(text.slice(end, next.start))) return false;
  return [...done.like, ...done.often, done.term].includes(next.term);
}

/** `Who holds insurance and how much?` */
const SECOND =
  /\b(?:and|und)\s+(?:for\s+)?(?<part>how (?:much|many|long|high)|wie (?:viele?|lange|hoch))(?!\p{L})/iu;

/** For a question in two parts, a name alone answers only one: the sentence answers both if it has a figure. */
function withSecondPart(
  one: ValueCandidate,
  asked: string,
  { text, tokens }: EvidenceSentence,
): ValueCandidate {
  const part = SECOND.exec(asked)?.groups?.['part'];
  if (part === undefined) return one;
  if (!tokens.some(({ amount }) => amount !== null && amount.date === undefined))
    return { ...one, lacksUnit: part };
  const written = text.replace(/^[-*+•]\s+/u, '');
  return { ...one, value: written.replaceAll(/\s+/gu, ' '), written };
}

const PARTY =
  /(?<names>[^();:]{3,160}?)\s*\(\s*(?:(?:the|hereinafter|herein|called|referred to as|together|jointly|der|die|das|nachfolgend|im folgenden)[\s,:]+)*["“„']?(?<role>\p{L}+)["”“']?\s*\)/giu;

/** `between A Ltd (the Landlord) and Mr B and Ms C (the Tenants)`: the party with the role asked for. */
function partyIn(text: string, isAsked: (term: string) => boolean): string | null {
  for (const { groups } of text.matchAll(PARTY)) {
    if (!readTokens(groups?.['role'] ?? '').some(({ term }) => isAsked(term))) continue;
    const names = (groups?.['names'] ?? '')
      .replace(/^.*\b(?:between|zwischen)\s+/isu, '')
      .replace(/^[\s,.]*(?:(?:and|und|by|with|mit)\s+)?/iu, '');
    if (/^\p{Lu}/u.test(names) && !/\d/u.test(names)) return names;
  }
  return null;
}

function namedValue(
  { text, cells, header }: EvidenceSentence,
  isAsked: (term: string) => boolean,
): string | null {
  const asks = (name: string) => readTokens(name).some(({ term }) => isAsked(term));
  if (cells) {
    const column = header?.names.findIndex((name, index) => index > 0 && asks(name)) ?? -1;
    const value =
      column > 0 ? cells[column] : cells.length === 2 || asks(cells[0] ?? '') ? cells[1] : undefined;
    return value?.trim() ? value.trim() : null;
  }
  const line = /^(?:[-*+•]\s+)?(?:\*\*)?([^.!?:\n|]{1,40}?)(?:\*\*)?:(?:\*\*)?\s+(\S[^\n]*)$/u.exec(text);
  const value = line?.[2]?.trim();
  return value && value.length <= LONGEST_SHORT_ANSWER && asks(line?.[1] ?? '')
    ? value.replace(/\.$/u, '')
    : null;
}
