import { questionsOf } from '@ibid/retrieval/internal';
import { quotedTerms } from '../models/built-in-models.js';
import { questionsOfTable } from './questions-of-table.js';

/** A heading of a document and its position. */
interface OutlineEntry {
  title: string;
  level: number;
  start: number;
  page: number | null;
}

export interface ItemGuide {
  outline: OutlineEntry[];
  /** Headings with text below them, or questions; each has an answer here. */
  topics: string[];
  /** Sentences with an amount, a percentage or a date. */
  figures: { value: string; sentence: string; start: number }[];
}

const MOST_HEADINGS = 300;
const MOST_TOPICS = 3;
const MOST_FIGURES = 5;
/** Sections shorter than this contain nothing to ask about. */
const LEAST_SECTION = 60;
const LONGEST_TOPIC = 80;
const LEAST_SENTENCE = 20;
const LONGEST_SENTENCE = 240;

/** A number worth knowing: money, a percentage, a unit, a large count. */
const FIGURE =
  /(?:[$€£¥]\s?\d[\d.,]*(?:\s?(?:million|billion|thousand|m|bn|k)\b)?|\d[\d.,]*\s?(?:%|percent\b|per cent\b|million\b|billion\b|thousand\b|km\b|kg\b|metres\b|meters\b|litres\b|tonnes\b|hours\b|days\b|weeks\b|months\b|years\b|degrees\b|people\b|employees\b|crowns\b|dollars\b|euros\b)|\d{1,3}(?:,\d{3})+)/iu;

/** WEB-10: a guide to a document made without a model: outline, topics, key figures. */
export async function itemGuide(options: {
  title: string;
  text: string;
  chunks: readonly { span: { start: number; end: number }; page: number | null }[];
}): Promise<ItemGuide> {
  const { title: own, text, chunks } = options;
  const pageAt = (start: number) => chunks.findLast(({ span }) => span.start <= start)?.page ?? null;
  const headings = [...text.matchAll(/^(#{1,6}) +(.+)$/gmu)].slice(0, MOST_HEADINGS).map((match) => ({
    title: (match[2] ?? '').replaceAll(/[*_`#]+/gu, '').trim(),
    level: match[1]?.length ?? 1,
    start: match.index,
    end: match.index + match[0].length,
  }));
  const topics = headings.flatMap(({ title, end }, index) => {
    const section = text.slice(end, headings[index + 1]?.start ?? end + 4 * LEAST_SECTION);
    const letters = section.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
    const isOwn = title.toLowerCase() !== own.toLowerCase();
    return isOwn && letters >= LEAST_SECTION * 0.7 && title.length <= LONGEST_TOPIC && /\p{L}{3}/u.test(title)
      ? [title]
      : [];
  });
  const ofTable = topics.length > 0 ? [] : questionsOfTable(text);
  const about = topics.length > 0 ? topics : ofTable.length > 0 ? ofTable : rowsIn(text);
  const asked = spread([...new Set(about)], MOST_TOPICS);
  const more = MOST_TOPICS - asked.length;
  return {
    outline: headings.map(({ title, level, start }) => ({ title, level, start, page: pageAt(start) })),
    // For a letter or a PDF without headings, use what its sentences answer.
    topics: [
      ...asked,
      ...(more > 0 ? await questionsOf({ title: own, text, terms: quotedTerms, most: more }) : []),
    ],
    figures: figuresIn(text),
  };
}

/** The first cells of a table's rows, as topics: a table has no headings. */
function rowsIn(text: string): string[] {
  const start = /^\|?[^\n|]+\|[^\n]*\n\|?\s*:?-{3,}[^\n]*\n/mu.exec(text);
  if (!start) return [];
  const rows = text.slice(start.index + start[0].length).split('\n', MOST_HEADINGS);
  return rows.flatMap((row) => {
    const [first = ''] = row.replace(/^\s*\|/u, '').split('|');
    const name = first.trim();
    return row.includes('|') && name.length <= LONGEST_TOPIC && /\p{L}{3}/u.test(name) ? [name] : [];
  });
}

/** Picks from the beginning, the middle and the end; neighbours would cover only one part. */
function spread<Value>(values: readonly Value[], most: number): Value[] {
  if (values.length <= most) return [...values];
  return Array.from({ length: most }, (_, index) => values[Math.floor((index * values.length) / most)]!);
}

function figuresIn(text: string): ItemGuide['figures'] {
  const figures: ItemGuide['figures'] = [];
  const seen = new Set<string>();
  let from = 0;
  // A single pass over the text: without a full stop, it may be as long as a book.
  for (const { 0: end, index } of text.matchAll(/[!?\n|#]|\.(?!\d)/gu)) {
    const start = Math.max(from, index - LONGEST_SENTENCE);
    from = index + 1;
    if (!/[.!?]/u.test(end) || index - start < LEAST_SENTENCE) continue;
    const whole = text.slice(start, from);
    const sentence = whole.trim();
    const value = FIGURE.exec(sentence)?.[0];
    if (value === undefined || seen.has(value)) continue;
    seen.add(value);
    figures.push({ value: value.trim(), sentence, start: start + whole.indexOf(sentence) });
    if (figures.length >= MOST_FIGURES) break;
  }
  return figures;
}
