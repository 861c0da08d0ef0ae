import { headingTitle, topicTitle } from './topic-title.js';

/**
 * ANS-2: one part of a report: what it is called, and what is asked for it.
 */
export interface ReportPart {
  title: string;
  question: string;
}

/** What a search for the question found, and under which headings. */
interface Found {
  title: string;
  headingPath: readonly string[];
}

const MOST_PARTS = 8;
const MOST_TOPICS = 5;
const LONGEST_HEADING = 80;
/** Headings that say nothing without the document they stand in. */
const OF_ANY_DOCUMENT =
  /^(?:introduction|overview|summary|abstract|general|notes?|contents|conclusions?|background|details|misc(?:ellaneous)?|other|einleitung|überblick|zusammenfassung|allgemeines|hinweise?|inhalt|sonstiges|fazit)$/iu;
/** Of a part of a question: less is a remainder of the one before it. */
const FEWEST_WORDS = 3;

/** Where one question ends and the next begins: `…, and how …`, `…; what …`. */
const NEXT =
  /(?<=[?!])\s+|\s*;\s*|\n+\s*(?:[-*•]|\d+[.)])?\s*|,?\s+(?:and|und|et|y|sowie|as well as)\s+(?=(?:how|what|which|who|whom|whose|where|when|why|whether|wie|was|welche[rsn]?|wer|wem|wo|wann|warum|ob|comment|quel(?:le)?s?|qui|où|quand|pourquoi|cómo|qué|cuál(?:es)?|quién|dónde|cuándo|por qué)\b)/giu;
const LISTED = /^(.{3,80}?):\s+(.+)$/su;

/**
 * ANS-2: the plan of a report by rules alone: the parts of its question; where it has but one, also the topics that
 * the documents on it are divided into.
 */
export function planReport(options: { question: string; found: readonly Found[] }): ReportPart[] {
  const question = options.question.trim();
  const parts = partsOf(question);
  if (parts.length > 1) return parts.slice(0, MOST_PARTS);
  return [{ title: topicTitle(question), question }, ...topicsOf(question, options.found)];
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
  for (const piece of question.split(NEXT)) {
    const words = piece.trim();
    if (words === '') continue;
    const last = parts.at(-1);
    if (last !== undefined && words.split(/\s+/u).length < FEWEST_WORDS)
      parts[parts.length - 1] = `${last} ${words}`;
    else parts.push(words);
  }
  return parts.map((part) => ({ title: topicTitle(part), question: withMark(part) }));
}

/** Headings under which several finds stand come first: the documents speak of that at some length. */
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

const withMark = (part: string) => {
  const words = part.charAt(0).toUpperCase() + part.slice(1);
  return /[.?!]$/u.test(words) ? words : `${words}?`;
};
