import { countTokens } from '../tokens/count-tokens.js';
import { wellFormed } from './well-formed.js';

/** A token is rarely longer. Text longer than this per token of room is cut without counting it first. */
export const MOST_CHARACTERS_PER_TOKEN = 12;

/** The beginning and the end of a text within `characters`, with a note of how many characters are left out between. */
export function beginningAndEnd(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const end = Math.floor(characters / 3);
  const begin = characters - end;
  const mark = `[… ${text.length - characters} characters …]`;
  return wellFormed(`${text.slice(0, begin)}\n${mark}\n${end > 0 ? text.slice(-end) : ''}`);
}

/** The same within `tokens`; empty if there is no room. */
export function shortenToTokens(text: string, tokens: number, tokenizer: string | null): string {
  const fits = (shown: string) => countTokens(shown, tokenizer) <= tokens;
  const most = Math.max(0, tokens) * MOST_CHARACTERS_PER_TOKEN;
  if (text.length <= most && fits(text)) return text;
  const characters = mostFitting(Math.min(text.length, most), (count) => fits(beginningAndEnd(text, count)));
  return characters === null ? '' : beginningAndEnd(text, characters);
}

/** The largest number up to `most` that fits, if every smaller one fits too. Null: not even 0 fits. */
export function mostFitting(most: number, fits: (count: number) => boolean): number | null {
  if (!fits(0)) return null;
  if (fits(most)) return most;
  let good = 0;
  let bad = most;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
