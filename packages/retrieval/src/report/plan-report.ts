import { askedNames } from '../extractive/asked-names.js';
import { joinVerbless } from './join-verbless.js';
import { listedMembers } from './listed-members.js';
import { isQuotedFor } from './subject-of-report.js';
import { headingTitle, topicTitle } from './topic-title.js';

/** ANS-2: a part of a report: its title and its question. */
export interface ReportPart {
  title: string;
  question: string;
}

/** A search result's title and headings. */
interface Found {
  title: string;
  headingPath: readonly string[];
}

const MOST_PARTS = 8;
const MOST_TOPICS = 5;
const LONGEST_HEADING = 80;
/** Headings that mean nothing without their document. */
const OF_ANY_DOCUMENT =
  /^(?:introduction|overview|summary|abstract|general|notes?|contents|conclusions?|background|details|misc(?:ellaneous)?|other|einleitung|überblick|zusammenfassung|allgemeines|hinweise?|inhalt|sonstiges|fazit)$/iu;
/** A shorter part of a question belongs to the one before. */
const FEWEST_WORDS = 3;

/** Where one question ends and the next starts: `…, and how …`, `…; what …`. */
const NEXT =
  /(?<=[?!])\s+|\s*;\s*|\n+\s*(?:[-*•]|\d+[.)])?\s*|,?\s+(?:and|und|et|y|sowie|as well as)\s+(?=(?:(?:by|since|until|for|to|with|from|at|on|bis|seit|ab|für|mit|von|an)\s+)?(?:how|what|which|who|whom|whose|where|when|why|whether|wie|was|welche[rsn]?|wer|wem|wo|wann|warum|ob|comment|quel(?:le)?s?|qui|où|quand|pourquoi|cómo|qué|cuál(?:es)?|quién|dónde|cuándo|por qué)\b)/giu;
/** `…, how did it change, and …`: a verb right after the word makes it a question, not a clause. */
const NEXT_WITHOUT_AND =
  /,\s+(?=(?:how|what|why|who|when|where|which|how (?:much|many|long|often))\s+(?:did|do|does|will|would|can|could|should)\s|(?:how|what|why|when|where)\s+(?:is|are|was|were|has|have|much|many|long|often)\s|(?:wie|warum|wann|wo)\s+(?:hat|haben|ist|sind|war|wird|viel|hoch|lange)\s)/iu;
/**
 * `…, who is responsible for it, and by when …`: between two questions this is also a question, not a relative clause.
 */
const WHO_BETWEEN =
  /,\s+(?=(?:who|wer)\s+(?:is|was|are|were|has|had|ist|war|sind|hat)\s[^,]+,?\s+(?:and|und)\s)/iu;
/** `What did the audit find`: the following parts are about the audit. */
const DOES_SOMETHING =
  /^\P{L}*(?:what|how|why|when|where)\s+(?:did|does|do|has|have|had|will)\s+((?:the|our)\s+\p{Ll}[\p{L}-]*(?:\s+\p{Ll}[\p{L}-]*)?)\s+\p{Ll}+[?.!]?$/iu;
/** `the state of the water tower`: without a name, this is the subject of the following parts. */
const OF_THING =
  /\b(?:of|about|on|for|with|von|über|zu|für)\s+((?:the|our|this|der|dem|den|die|das|unsere[rmn]?)\s+[\p{L}\p{N}'’-]+(?:\s+[\p{L}\p{N}'’-]+){0,2})[?.!]?$/iu;
/** `Which quotations were there for the organ`: the following parts are about the quotations, not about the organ. */
const ASKS_WHICH =
  /^\P{L}*(?:which|what|how many|welche[rsn]?|wie viele)\s+(\p{Ll}[\p{L}-]*(?:\s+\p{Ll}[\p{L}-]*)?)\s+(?:were|are|was|is|did|do|does|have|has|had|gab|gibt|waren|sind|liegen|lagen)\b.*?\s(of|about|on|for|with|von|über|zu|für)\s+(?:the|our|this|der|dem|den|die|das|unsere[rmn]?)\s/iu;
const POINTS_BACK =
  /\b(?:it|its|they|their|them|this|these|sie|ihre?[rmn]?|es|seine?[rmn]?|dessen|deren)\b/iu;
/** `the repair`: the part before says of what. */
const OF_SOMETHING = /\b(?:the|each|every|der|die|das|den|dem|jede[rsnm]?)\s+\p{L}+/iu;
/** `Who was responsible`: the part before says for what. */
const OF_NOTHING = /^\P{L}*(?:who|wer)\s+(?:is|was|are|were|ist|war)\s+\p{Ll}+[?.!]?$/iu;
/** For such a question, a heading is a topic only if it shares a word with it. */
const ASKS_ONE_THING =
  /^\P{L}*(?:how|what|which|who|whom|whose|when|where|why|is|are|was|were|does|do|did|has|have|wie|was|welche[rsn]?|wer|wem|wann|wo|warum|ist|sind|war|hat|haben)\s/iu;
const LISTED = /^(.{3,80}?):\s+(.+)$/su;

/**
 * ANS-2: plans a report by rules alone. The parts are those of the question. If it has only one, the topics of the
 * documents found for it are added.
 */
export function planReport(options: { question: string; found: readonly Found[] }): ReportPart[] {
  const question = options.question.trim();
  const parts = partsOf(question);
  if (parts.length > 1) return parts.slice(0, MOST_PARTS);
  const isMeant = ASKS_ONE_THING.test(question) ? isQuotedFor(question) : () => true;
  const found = options.found.filter(({ title, headingPath }) => isMeant([title, ...headingPath].join(' ')));
  return [{ title: topicTitle(question), question }, ...topicsOf(question, found)];
}

function partsOf(question: string): ReportPart[] {
  const listed = LISTED.exec(question);
  const members = listed ? (listed[2] ?? '').split(/\s*[,;]\s*(?:and\s+|und\s+)?|\s+(?:and|und)\s+/u) : [];
  // `Compare the ports of A and B: fees, depth and opening hours`
  if (listed && members.length > 1 && members.every((member) => member.split(/\s+/u).length <= 6))
    return members
      .map((member) => member.replace(/[.?!]+$/u, '').trim())
      .filter((member) => member !== '')
      .map((member) => ({ title: topicTitle(member), question: `${listed[1] ?? ''}: ${member}` }));
  const parts: string[] = [];
  const pieces = question.split(WHO_BETWEEN).flatMap((part) => part.split(NEXT));
  for (const piece of pieces.flatMap((part) => part.split(NEXT_WITHOUT_AND))) {
    const words = piece.trim();
    if (words === '') continue;
    const last = parts.at(-1);
    if (last !== undefined && words.split(/\s+/u).length < FEWEST_WORDS)
      parts[parts.length - 1] = `${last} ${words}`;
    else parts.push(words);
  }
  const whole = joinVerbless(parts);
  const asked = withSubject(whole);
  return whole.flatMap((part, place): ReportPart[] => {
    const members = listedMembers(part);
    if (members)
      return members.map((one) => ({ title: topicTitle(one.member), question: withMark(one.question) }));
    return [{ title: topicTitle(part), question: asked[place] ?? withMark(part) }];
  });
}

/** Each part is searched separately, so a part without a subject gets that of the part before it. */
function withSubject(parts: readonly string[]): string[] {
  let subject: string | null = null;
  return parts.map((part) => {
    const names = askedNames(part);
    const own = names.length === 1 ? asNamed(names[0] ?? '', part) : null;
    // Later parts may refer to the subject of the first.
    const does = subject === null ? DOES_SOMETHING.exec(part)?.[1] : undefined;
    const thing = names.length === 0 ? (OF_THING.exec(part)?.[1] ?? does ?? null) : null;
    const isOpen =
      names.length === 0 &&
      (POINTS_BACK.test(part) || (!thing && OF_SOMETHING.test(part)) || OF_NOTHING.test(part));
    const asked = isOpen && subject !== null ? `${subject}: ${withMark(part)}` : withMark(part);
    // With several names, it is unclear which one later parts mean.
    if (names.length > 0) subject = own;
    else if (thing !== null && !POINTS_BACK.test(part)) {
      const [, which, relation] = ASKS_WHICH.exec(part) ?? [];
      const whole = which === undefined ? thing : `${which} ${relation ?? ''} ${thing}`;
      subject = whole.charAt(0).toUpperCase() + whole.slice(1);
    }
    return asked;
  });
}

/** Headings with most results come first, because the documents treat those topics at length. */
function topicsOf(question: string, found: readonly Found[]): ReportPart[] {
  const topics = new Map<string, { title: string; count: number; first: number }>();
  for (const [place, { title, headingPath }] of found.entries()) {
    const heading = headingPath.at(-1) ?? title;
    const own = headingTitle(heading);
    const name = OF_ANY_DOCUMENT.test(own) && heading !== title ? `${headingTitle(title)}: ${own}` : own;
    const key = name.toLowerCase();
    if (key === '' || name.length > LONGEST_HEADING || key === question.toLowerCase().trim()) continue;
    const known = topics.get(key) ?? { title: name, count: 0, first: place };
    topics.set(key, { ...known, count: known.count + 1 });
  }
  return [...topics.values()]
    .toSorted((one, other) => other.count - one.count || one.first - other.first)
    .slice(0, MOST_TOPICS)
    .map(({ title }) => ({ title, question: `${title}: ${question}` }));
}

/** For a part that ends with `the Marlow kiln`, takes all of it and not only `Marlow`. */
function asNamed(name: string, part: string): string {
  const at = part.lastIndexOf(name);
  const [behind = ''] = /^(?:\s+[\p{Ll}\p{N}-]+){1,2}(?=[?.!]?$)/u.exec(part.slice(at + name.length)) ?? [];
  const [before = ''] = /\b(?:the|our)\s+$/iu.exec(part.slice(0, at)) ?? [];
  const whole = behind === '' ? name : `${before}${name}${behind}`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

const withMark = (part: string) => {
  const words = part.charAt(0).toUpperCase() + part.slice(1);
  return /[.?!]$/u.test(words) ? words : `${words}?`;
};
