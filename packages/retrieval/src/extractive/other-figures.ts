import { plainQuestion } from '../tables/asks-for-calculation.js';
import { askedWords } from './asked-words.js';
import { daysIn, isOnDay } from './days-in-text.js';
import { documentSentences } from './document-sentences.js';
import { namedTimes, MONTHS, withoutTimes } from './named-times.js';
import type { PromptDocument } from './read-prompt.js';

/** A year, a month of a year, or a day of a month. */
interface AskedTime {
  year: number | null;
  month: number | null;
  /** As the question writes it; null if it names none. */
  day: string | null;
}

/** A sentence with a different figure than a table, for the same thing and time. */
export interface OtherFigure {
  number: number;
  title: string;
  date: string | null;
  text: string;
}

const COUNTED =
  /\bhow many\s+(?<thing>\p{L}{3,}(?:\s+\p{L}{3,})?)|\b(?:number|count) of\s+(?<named>\p{L}{3,}(?:\s+\p{L}{3,})?)|\bwie viele\s+(?<german>\p{L}{3,})/iu;
const WORDS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value]),
);
const MONTH = new RegExp(
  String.raw`\b(?:${[...MONTHS.keys()].filter((name) => name.length > 3).join('|')}|may)\b`,
  'giu',
);
/** Words that narrow a figure: "11 falls on Ward 5" are not all falls. */
const NARROWS =
  /\b(?:on|at|of|with|by|from|for|to|among|under|over|per|without|than|auf|bei|mit|von|für|pro)\s+\p{L}/iu;
const MOST = 2;

/**
 * Sentences that state a different figure than the calculated one, for the thing the question counts and the day, month
 * or year it names. Empty if the question names no time, because figures of other times differ.
 */
export function otherFigures(
  asked: string,
  figure: number,
  documents: readonly PromptDocument[],
): OtherFigure[] {
  const question = plainQuestion(asked);
  const groups = COUNTED.exec(question)?.groups ?? {};
  const [thing = ''] = (groups['thing'] ?? groups['named'] ?? groups['german'] ?? '')
    .toLowerCase()
    .split(/\s+/u);
  const time = askedTime(question);
  if (thing === '' || !time) return [];
  const beside = wordsBeside(question, thing);
  return documents
    .flatMap((document) =>
      documentSentences(document.contents)
        .filter(({ isFragment }) => !isFragment)
        .filter(({ text, heading }) => {
          if (!beside.every((word) => text.toLowerCase().includes(word.slice(0, SAME_BEGINNING))))
            return false;
          const stated = statedFigures(text, thing, time, { heading, document });
          return stated.length > 0 && !stated.includes(figure);
        })
        .map(({ text }) => ({ number: document.number, title: document.title, date: document.date, text })),
    )
    .filter((one, place, all) => all.findIndex(({ text }) => text === one.text) === place)
    .slice(0, MOST);
}

/** The one day, month or year that the question names; null if there are several or none. */
function askedTime(question: string): AskedTime | null {
  const [day, ...days] = daysIn(question);
  if (day && days.length === 0) return { year: day.year, month: day.month, day: day.text };
  const [time, ...times] = namedTimes(question);
  return time && times.length + days.length === 0 ? { ...time, day: null } : null;
}

const SAME_BEGINNING = 4;

/** What the question says besides the thing and the time. A sentence without these words might leave a condition out. */
function wordsBeside(question: string, thing: string): string[] {
  const rest = withoutTimes(askedWords(question))
    .toLowerCase()
    .match(/\p{L}{3,}/gu);
  const empty = new Set(
    `happened reported recorded occurred registered total there were took place ${thing}`.split(' '),
  );
  return (rest ?? []).filter((word) => !empty.has(word));
}

/** The figures in a sentence for the thing and the time. */
function statedFigures(
  text: string,
  thing: string,
  time: AskedTime,
  place: { heading: string; document: PromptDocument },
): number[] {
  // A figure for a day is not that of its month, nor of another day.
  if (time.day === null ? daysIn(text).length > 0 : !isOnDay(time.day, text)) return [];
  const stem = thing.replace(/(?:ies|y)$/u, '').replace(/(?:es|s)$/u, '');
  const figures = new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])(\d{1,3}(?:,\d{3})+|\d+|${[...WORDS.keys()].join('|')})\s+${stem}\p{L}{0,3}\b`,
    'giu',
  );
  const months = [...text.matchAll(MONTH)];
  return [...text.matchAll(figures)].flatMap((found) => {
    const end = found.index + found[0].length;
    const clause = /^[^,;.]*/u.exec(text.slice(end))?.[0].replace(/\s(?:and|und|but|or)\s.*$/u, '') ?? '';
    if (NARROWS.test(withoutTimes(clause).replaceAll(MONTH, ' '))) return [];
    if (time.month !== null) {
      const own = months.filter(({ index }) => index >= end && index <= end + clause.length);
      const said = own.length > 0 ? own : months.length === 1 ? months : [];
      if (!said.some(([name]) => MONTHS.get(name.toLowerCase()) === time.month)) return [];
    }
    return isOfYear(text, time, place) ? [valueOf(found[1] ?? '')] : [];
  });
}

/** The year in the sentence, its heading, title or document; unknown if none of them has one. */
function isOfYear(
  text: string,
  { year, month }: AskedTime,
  { heading, document }: { heading: string; document: PromptDocument },
): boolean {
  if (year === null) return true;
  for (const said of [text, heading, document.title, document.date ?? '', document.path]) {
    const years = namedTimes(said).map((time) => time.year);
    if (years.length > 0) return years.includes(year);
  }
  return month !== null;
}

function valueOf(written: string): number {
  return WORDS.get(written.toLowerCase()) ?? Number(written.replaceAll(',', ''));
}
