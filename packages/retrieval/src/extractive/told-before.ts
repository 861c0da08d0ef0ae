import { askedWords } from './asked-words.js';

/** The parts of a sentence that show whether the answer before quoted it. */
export interface ToldSentence {
  text: string;
  columns: string | undefined;
  document: number;
  index: number;
  time: string;
  terms: ReadonlySet<string>;
  context: ReadonlySet<string>;
  isReplaced: boolean;
}

/** How close a sentence is to what the answer before said. */
export interface ToldPlace {
  /** Index of the closest quote, in order. */
  quote: number;
  /** Sentences between it and the quote; 0 for the quote itself. */
  away: number;
}

const FARTHEST = 6;
const MOST_QUOTES = 4;
const FEWEST_CELLS = 2;

const bare = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/**
 * The positions of sentences relative to what an answer quoted. A table row counts if the answer contains all its
 * cells, in any order.
 */
export function placesTold<Held extends ToldSentence>(
  answer: string,
  candidates: readonly Held[],
): Map<Held, ToldPlace> {
  const said = bare(answer);
  const found = candidates.flatMap((candidate) => {
    const cells = candidate.columns === undefined ? [candidate.text] : candidate.text.split('|');
    const parts = cells.map(bare).filter((part) => part.trim() !== '');
    const isShort = candidate.columns !== undefined && parts.length < FEWEST_CELLS;
    const at = parts.map((part) => said.indexOf(part));
    return isShort || parts.length === 0 || at.includes(-1) ? [] : [{ candidate, at: Math.min(...at) }];
  });
  const quotes = found
    .toSorted((one, other) => one.at - other.at)
    .slice(0, MOST_QUOTES)
    .map(({ candidate }) => candidate);
  const places = new Map<Held, ToldPlace>();
  for (const [quote, told] of quotes.entries()) places.set(told, { quote, away: 0 });
  for (const candidate of candidates) {
    // The neighbours of a row are about other things.
    if (places.has(candidate) || candidate.columns !== undefined) continue;
    for (const [quote, told] of quotes.entries()) {
      const away = Math.abs(told.index - candidate.index);
      if (told.document !== candidate.document || told.columns !== undefined || away > FARTHEST) continue;
      places.set(candidate, { quote, away });
      break;
    }
  }
  return places;
}

const SINCE =
  /\b(?:since|from|as of|effective|with effect|starts?|started|begins?|began|valid|seit|ab|gilt|beginnt|begann)\b/iu;
const UNTIL =
  /\b(?:by|until|till|before|no later|due|deadline|ends?|expires?|bis|spätestens|fällig|endet)\b/iu;
const BECAUSE =
  /\b(?:because|since|due to|owing to|as a result|reasons?|caused?|causes|so that|in order to|therefore|worn|faulty|weil|wegen|aufgrund|grund|gründe|damit|deshalb|daher|ursache)\b/iu;
const PAST =
  /\b(?:(?:from|von)\s.+\s(?:to|auf)\s|instead of|previously|formerly|until then|was|were|had|statt|anstelle|bisher\p{L}*|vorher|zuvor|war|waren)\b/iu;

/** What a follow-up asks about the thing before, more precise than its kind; null if its form does not say. */
function closerKind(question: string): RegExp | null {
  if (/\b(?:since when|from when|how long has|seit wann|ab wann)\b/iu.test(question)) return SINCE;
  if (/\b(?:by when|until when|bis wann)\b/iu.test(question)) return UNTIL;
  if (/\b(?:before|previously|formerly|earlier|vorher|früher|davor|zuvor)\P{L}*$/iu.test(question))
    return PAST;
  return /^\P{L}*(?:and |but |und |aber )?(?:why|warum|wieso|weshalb)\b/iu.test(question) ? BECAUSE : null;
}

const EMPTY =
  /^(?:by|since|until|then|so|not|exactly|before|previously|earlier|now|long|far|often|old|high|else|one|ones|he|she|his|her|him|them|their|bis|seit|ab|denn|genau|vorher|früher|davor|lange|oft|hoch|ihn|ihm|dazu|dafür|davon)$/iu;
/** Words that repeat the kind of answer wanted. */
const OF_KIND = /^(?:takes?|lasts?|costs?|done|does|kostet|kosten|dauert|dauern)$/iu;

/** Whether nothing in a question says what it is about: "By when?", "And why?", "What was it before?". */
export function saysNothingItself(question: string): boolean {
  return wordsOf(question).every(isEmptyWord);
}

const wordsOf = (question: string) => question.match(/\p{L}+/gu) ?? [];

function isEmptyWord(word: string): boolean {
  return EMPTY.test(word) || !/\p{L}/u.test(askedWords(`${word} 0`).replace(/\s*0$/u, ''));
}

const FIRST = 2;
const STEP = 0.1;
const BESIDE = 1.4;
const SURE = 0.75;
const OWN_WORDS_TOLD = 0.6;

interface Scored extends ToldSentence {
  lexical: number;
  score: number;
}

/**
 * Prefers what the answer before quoted, and its neighbours, for a question about just that. A question without content
 * is answered by a sentence of the kind it asks for; one with words of its own by a sentence that has all of them.
 */
export function favourTold<Held extends Scored>(options: {
  question: string;
  places: ReadonlyMap<Held, ToldPlace>;
  /** Terms of the question itself. */
  own: readonly string[];
  holds: (candidate: Held, term: string) => boolean;
  hasKind: (candidate: Held) => boolean;
  /** The question says what kind of answer it wants. */
  asksKind: boolean;
}): void {
  const { question, places, own, holds, hasKind, asksKind } = options;
  const closer = closerKind(question);
  const isEmpty = wordsOf(question).every((word) => isEmptyWord(word) || OF_KIND.test(word));
  if (isEmpty && !asksKind && closer === null) return;
  const isClose = ({ columns = '', text }: Held) => closer === null || closer.test(`${columns} ${text}`);
  const fits = [...places].filter(([one, { away }]) => {
    if (!isEmpty) return own.length > 0 && hasKind(one) && own.every((term) => holds(one, term));
    if (one.time === 'other' || !(closer === BECAUSE || closer === PAST || hasKind(one))) return false;
    if (closer === BECAUSE) return isClose(one);
    if (closer === PAST) return away <= 1 && isClose(one);
    // The neighbours of a quote may be about anything. Only the next sentence continues it.
    return away <= 1 || (closer !== null && isClose(one));
  });
  // What the answer itself says comes before its neighbours.
  const nearest = Math.min(...fits.map(([, { away }]) => Math.min(away, 1)));
  for (const [candidate, { quote, away }] of fits) {
    if (isEmpty && Math.min(away, 1) > nearest) continue;
    const place = STEP * (quote + away) + (isClose(candidate) ? 0 : 0.5);
    if (isEmpty) candidate.score = (away === 0 ? FIRST : BESIDE) - place;
    else candidate.score += OWN_WORDS_TOLD - place / 2;
    candidate.lexical = Math.max(candidate.lexical, SURE);
  }
}
