import { isFraction, isOne, monthOf } from './named-amounts.js';
import { lightStem } from './light-stem.js';
import { isNegator } from './negators.js';
import { numberOfWord, scaleOfWord } from './number-words.js';
import { isStopWord } from './stop-words.js';
import { traitsOf } from './word-traits.js';
import { withoutAccents } from './without-accents.js';

/** Two words of one set cannot be in the same place and mean the same. */
export interface ExclusiveWord {
  set: number;
  value: number;
}

/** The properties of a word, independent of its context. */
export interface WordForm {
  /** Normalised: case, accents, light stemming. */
  term: string;
  /** The number that it spells, as digits. */
  number: string | undefined;
  /** The factor it applies to the number before it. */
  scale: number | undefined;
  /** Written like a name: always, only if it does not begin a sentence, or never. */
  isName: 'always' | 'within' | 'never';
  /** In lower case and without accents. */
  word: string;
  /** It carries no meaning for the check. */
  isStop: boolean;
  isNegator: boolean;
  isCapitalised: boolean;
  /** Bits: the traits of the word that rules look for. */
  traits: number;
  /** It can be an amount without digits: a month, a half. */
  isAmount: boolean;
  /** Null until first used. */
  exclusive: readonly ExclusiveWord[] | null;
}

const LATIN = /^[a-z']+$/;

/** Engines keep longer substrings as views of their text, and a view would keep a whole document in memory. */
const LONGEST_COPIED = 12;
const LONGEST_REMEMBERED = 24;
const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, WordForm>();

/** Cached, because the same words occur again and again, in claims and sources alike. */
export function wordForm(raw: string): WordForm {
  const known = remembered.get(raw);
  if (known) return known;
  const form = formOf(raw);
  if (raw.length <= LONGEST_REMEMBERED) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(raw.length > LONGEST_COPIED ? copyOf(raw) : raw, form);
  }
  return form;
}

/** The term of a listed word, without the other properties, which only words of texts need. */
export const termOfWord = (raw: string) => stemOf(foldWord(raw));

const stemOf = (word: string) => (LATIN.test(word) ? lightStem(word) : word);

function formOf(raw: string): WordForm {
  const word = foldWord(raw.length > LONGEST_COPIED ? copyOf(raw) : raw);
  const term = stemOf(word);
  return {
    term: term.length > LONGEST_COPIED ? copyOf(term) : term,
    number: numberOfWord(word),
    scale: scaleOfWord(word),
    isName: nameForm(raw),
    word,
    isStop: isStopWord(term),
    isNegator: isNegator(word),
    isCapitalised: /^\p{Lu}/u.test(raw),
    isAmount:
      monthOf(word) !== undefined || isFraction(word) || isOne(word) || scaleOfWord(word) !== undefined,
    traits: traitsOf(word),
    exclusive: null,
  };
}

/** A copy that shares no memory with its text. */
function copyOf(text: string): string {
  let copy = '';
  for (let index = 0; index < text.length; index++) copy += text.charAt(index);
  return copy;
}

export function foldWord(raw: string): string {
  const lower = raw.toLowerCase();
  if (LATIN.test(lower)) return lower;
  return withoutAccents(lower.replaceAll('’', "'"));
}

/** Capitalised within a sentence, or written in capitals or with digits: `Basel`, `IBM`, `V2`. */
function nameForm(raw: string): WordForm['isName'] {
  const first = raw.charAt(0);
  if (first === first.toLowerCase()) return /\p{N}/u.test(raw) ? 'always' : 'never';
  const rest = raw.slice(1);
  return rest.length > 0 && rest === rest.toUpperCase() ? 'always' : 'within';
}
