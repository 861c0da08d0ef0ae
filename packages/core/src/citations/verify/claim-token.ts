import type { Amount } from './amount.js';
import type { WordForm } from './word-form.js';

/** A word, number or pair of ideographs of a text, in the form in which it is compared. */
export interface ClaimToken {
  /** Normalised: case, accents, light stemming; numbers in one spelling. */
  term: string;
  kind: 'word' | 'number' | 'name';
  /** UTF-16 offsets in the text. */
  start: number;
  end: number;
  /** What the word is by itself; null for what is not one word as written: digits, `2 million`, pairs of ideographs. */
  form: WordForm | null;
  /** Of numbers: what they measure. */
  amount?: Amount;
}
