import { analyseText } from '../analyse/index.js';
import { documentSentences } from '../extractive/document-sentences.js';
import type { WholePart } from './read-parts.js';

/** A sentence that represents its section, as written. */
export interface KeyPoint {
  part: WholePart;
  /** Empty if the document has no headings. */
  section: string;
  sentence: string;
}

const MOST_SECTIONS = 24;
const LONGEST_SENTENCE = 400;
const SHORTEST_SENTENCE = 25;
/** The opening of a section says what it is about more often than the rest. */
const OPENING = 1.25;

/** A document of few sections gets more than one sentence of each. */
const FEWEST_POINTS = 6;
/** At most this share of a section's sentences: a summary is shorter than its text. */
const SHARE_OF_SECTION = 0.5;
/** A sentence with more of its words in one already picked says the same again. */
const SAID_ALREADY = 0.7;

/**
 * KB-13 without a language model: picks the sentences of each section that have most of the document's recurring words.
 * Sections follow the headings, as deep as the limit allows; without headings they are of equal length.
 */
export function keyPoints(parts: readonly WholePart[], most = MOST_SECTIONS): KeyPoint[] {
  const weights = termWeights(parts);
  const sections = sectionsOf(parts, most);
  const each = Math.max(1, Math.floor(FEWEST_POINTS / sections.length));
  return sections.flatMap((section) => pickedOf(section, weights, each));
}

function pickedOf({ name, parts }: Section, weights: ReadonlyMap<string, number>, most: number): KeyPoint[] {
  const told = parts.flatMap((part, place) =>
    documentSentences(part.chunk.text).flatMap(({ text, index, isFragment }) => {
      if (text.length < SHORTEST_SENTENCE || text.length > LONGEST_SENTENCE) return [];
      const terms = new Set(termsOf(text, part.item.language));
      const said = [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
      const opening = place === 0 && index === 0 ? OPENING : 1;
      const score = (said / Math.sqrt(terms.size + 4)) * opening * (isFragment ? 0.5 : 1);
      return [{ point: { part, section: name, sentence: text }, terms, score }];
    }),
  );
  const allowed = Math.min(most, Math.ceil(told.length * SHARE_OF_SECTION));
  const picked = new Set<(typeof told)[number]>();
  for (const one of told.toSorted((first, second) => second.score - first.score)) {
    if (picked.size >= allowed) break;
    if (![...picked].some((other) => saysSame(one.terms, other.terms))) picked.add(one);
  }
  return told.flatMap((one) => (picked.has(one) ? [one.point] : []));
}

function saysSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared > Math.min(one.size, other.size) * SAID_ALREADY;
}

/** Every sentence that contains all the words, in order. Word forms match as they do in the index. */
export function mentionsOf(parts: readonly WholePart[], subject: string): KeyPoint[] {
  const points: KeyPoint[] = [];
  for (const part of parts) {
    const wanted = new Set(termsOf(subject, part.item.language));
    if (wanted.size === 0) continue;
    for (const { text } of documentSentences(part.chunk.text)) {
      const terms = new Set(termsOf(text, part.item.language));
      if (![...wanted].every((term) => terms.has(term))) continue;
      points.push({ part, section: sectionName(part, 2), sentence: text.slice(0, LONGEST_SENTENCE) });
    }
  }
  return points;
}

function termsOf(text: string, language: string | null): string[] {
  return analyseText({ text, language });
}

/**
 * A word's weight grows with the number of parts that have it, times its rarity: a word in nearly all parts says
 * little.
 */
function termWeights(parts: readonly WholePart[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { item, chunk } of parts)
    for (const term of new Set(termsOf(chunk.text, item.language)))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = new Map<string, number>();
  for (const [term, count] of counts) {
    const rarity = Math.log(1 + parts.length / count);
    weights.set(term, Math.log(1 + count) * rarity);
  }
  return weights;
}

interface Section {
  name: string;
  parts: WholePart[];
}

function sectionsOf(parts: readonly WholePart[], most: number): Section[] {
  for (const depth of [3, 2, 1]) {
    const sections = grouped(parts, (part) => `${part.item.id}\n${sectionName(part, depth)}`, depth);
    if (sections.length <= most && sections.length > 1) return sections;
  }
  const size = Math.ceil(parts.length / Math.min(most, Math.max(1, parts.length)));
  return grouped(parts, (part, place) => `${part.item.id}\n${Math.floor(place / size)}`, 1);
}

function grouped(
  parts: readonly WholePart[],
  keyOf: (part: WholePart, place: number) => string,
  depth: number,
): Section[] {
  const sections: (Section & { key: string })[] = [];
  for (const [place, part] of parts.entries()) {
    const key = keyOf(part, place);
    const last = sections.at(-1);
    if (last?.key === key) last.parts.push(part);
    else sections.push({ key, name: sectionName(part, depth), parts: [part] });
  }
  return sections;
}

/** The headings without the title, which is the same everywhere. */
function sectionName({ item, chunk }: WholePart, depth: number): string {
  const path = chunk.headingPath.filter((heading) => heading !== item.title);
  return path.slice(0, depth).join(' › ');
}
