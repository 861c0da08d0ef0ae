import { guessLanguage } from '../analyse/guess-language.js';

const SAMPLE = 1000;
const FEWEST_LETTERS = 20;

/** ISO 639-1 code of a text's main language, from samples of its start, middle and end; undefined if unknown. */
export function documentLanguage(text: string): string | undefined {
  const middle = Math.max(0, (text.length >> 1) - SAMPLE / 2);
  const sample =
    text.length <= SAMPLE * 3
      ? text
      : [text.slice(0, SAMPLE), text.slice(middle, middle + SAMPLE), text.slice(-SAMPLE)].join('\n');
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < FEWEST_LETTERS) return undefined;
  return guessLanguage(sample).language ?? undefined;
}
