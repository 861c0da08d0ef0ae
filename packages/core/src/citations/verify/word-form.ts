import { lightStem } from './light-stem.js';
import { numberOfWord, scaleOfWord } from './number-words.js';

/** What a word is by itself, wherever it stands. */
export interface WordForm {
  /** Normalised: case, accents, light stemming. */
  term: string;
  /** The number that it spells, as digits. */
  number: string | undefined;
  /** What it multiplies the number before it by. */
  scale: number | undefined;
  /** Written like a name: everywhere, only where no sentence begins, or never. */
  isName: 'always' | 'within' | 'never';
}

const LATIN = /^[a-z']+$/;

/**
 * Longer words are not remembered: the engine may keep them as views of the text that they were cut from, and one
 * word would then hold on to a whole document.
 */
const LONGEST_REMEMBERED = 12;
const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, WordForm>();

/** The same words come again and again, in claims and sources alike. */
export function wordForm(raw: string): WordForm {
  const known = remembered.get(raw);
  if (known) return known;
  const form = formOf(raw);
  if (raw.length <= LONGEST_REMEMBERED) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(raw, form);
  }
  return form;
}

function formOf(raw: string): WordForm {
  const lower = foldWord(raw);
  return {
    term: LATIN.test(lower) ? lightStem(lower) : lower,
    number: numberOfWord(lower),
    scale: scaleOfWord(lower),
    isName: nameForm(raw),
  };
}

function foldWord(raw: string): string {
  const lower = raw.toLowerCase();
  if (LATIN.test(lower)) return lower;
  return lower.replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Capitalised within a sentence, or written in capitals or with digits: `Basel`, `IBM`, `V2`. */
function nameForm(raw: string): WordForm['isName'] {
  const first = raw.charAt(0);
  if (first === first.toLowerCase()) return /\p{N}/u.test(raw) ? 'always' : 'never';
  const rest = raw.slice(1);
  return rest.length > 0 && rest === rest.toUpperCase() ? 'always' : 'within';
}
