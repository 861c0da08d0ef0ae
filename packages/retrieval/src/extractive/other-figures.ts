import { plainQuestion } from '../tables/asks-for-calculation.js';
import { askedWords } from './asked-words.js';
import { documentSentences } from './document-sentences.js';
import { type NamedTime, namedTimes, MONTHS, withoutTimes } from './named-times.js';
import type { PromptDocument } from './read-prompt.js';

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
 * Sentences that state a different figure than the calculated one, for the thing the question counts and the month or
 * year it names. Empty if the question names no time, because figures of other times differ.
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
  const times = namedTimes(question);
  const [time] = times;
  if (thing === '' || !time || times.length > 1 || !isPlain(question, thing)) return [];
  return documents
    .flatMap((document) =>
      documentSentences(document.contents)
        .filter(({ isFragment }) => !isFragment)
        .filter(({ text, heading }) => {
          const stated = statedFigures(text, thing, time, { heading, document });
          return stated.length > 0 && !stated.includes(figure);
        })
        .map(({ text }) => ({ number: document.number, title: document.title, date: document.date, text })),
    )
    .filter((one, place, all) => all.findIndex(({ text }) => text === one.text) === place)
    .slice(0, MOST);
}

/** The question contains only the thing and the time. With more words, a sentence might leave some out. */
function isPlain(question: string, thing: string): boolean {
  const rest = withoutTimes(askedWords(question))
    .toLowerCase()
    .match(/\p{L}{3,}/gu);
  const empty = new Set(
    `happened reported recorded occurred registered total there were took place ${thing}`.split(' '),
  );
  return (rest ?? []).every((word) => empty.has(word));
}

/** The figures in a sentence for the thing and the time. */
function statedFigures(
  text: string,
  thing: string,
  time: NamedTime,
  place: { heading: string; document: PromptDocument },
): number[] {
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
  { year, month }: NamedTime,
  { heading, document }: { heading: string; document: PromptDocument },
): boolean {
  for (const said of [text, heading, document.title, document.date ?? '', document.path]) {
    const years = namedTimes(said).map((time) => time.year);
    if (years.length > 0) return years.includes(year);
  }
  return month !== null;
}

function valueOf(written: string): number {
  return WORDS.get(written.toLowerCase()) ?? Number(written.replaceAll(',', ''));
}
