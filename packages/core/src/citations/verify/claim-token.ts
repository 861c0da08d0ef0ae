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
  /**
   * Properties of the word itself; null for tokens that are not one word as written: digits, `2 million`, pairs of
   * ideographs.
   */
  form: WordForm | null;
  /** For numbers: the amount with its unit. */
  amount?: Amount;
}

/** Index of the first token that starts at or after `offset`. */
export function firstTokenFrom(tokens: readonly ClaimToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
