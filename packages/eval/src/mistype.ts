import type { EvalDataset } from './eval-dataset.js';
import { randomFrom } from './random-from.js';

const LONG_WORD = /\p{L}[\p{L}\p{M}]{5,}/gu;
/** The mistake is in one of this many longest words, which carry most meaning. */
const LONGEST_WORDS = 3;

/** The same data set with a typo in every question. */
export function withMistakes(set: EvalDataset): EvalDataset {
  return { ...set, queries: set.queries.map((query) => ({ ...query, text: mistype(query.text) })) };
}

/** A question as typed in a hurry: one letter of a long word is wrong, always the same one. */
export function mistype(text: string): string {
  const random = randomBy(text);
  const words = Array.from(text.matchAll(LONG_WORD), ({ 0: word, index }) => ({ word, index }))
    .toSorted((left, right) => right.word.length - left.word.length)
    .slice(0, LONGEST_WORDS);
  const chosen = words[random(words.length)];
  if (!chosen) return text;
  const { word, index } = chosen;
  return text.slice(0, index) + wrong(Array.from(word), random) + text.slice(index + word.length);
}

/** After the first letter, where most mistakes are made. */
function wrong(letters: readonly string[], random: (below: number) => number): string {
  const at = 1 + random(letters.length - 2);
  const [here = '', next = ''] = letters.slice(at, at + 2);
  const other = letters.filter((letter) => letter !== here && letter !== next);
  const letter = (other[random(other.length)] ?? 'x').toLowerCase();
  const changes = [[next], [letter, next], [letter, here, next]];
  if (here !== next) changes.push([next, here]);
  return [...letters.slice(0, at), ...(changes[random(changes.length)] ?? []), ...letters.slice(at + 2)].join(
    '',
  );
}

function randomBy(text: string): (below: number) => number {
  let beginning = 7;
  for (const letter of text) beginning = (Math.imul(beginning, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  const random = randomFrom(beginning);
  return (below) => Math.floor(random() * below);
}
