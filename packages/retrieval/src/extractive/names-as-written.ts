import { plainWords } from './about-names.js';
import type { Candidate } from './collect-candidates.js';
import { nearestTerm } from './nearest-term.js';
import { asNumberedThing, spelledOut } from './numbered-things.js';

/** The words of each name. A name that occurs nowhere is replaced by the one it may be a misspelling of. */
export function namesAsWritten(names: readonly string[], candidates: readonly Candidate[]): string[][] {
  if (names.length === 0) return [];
  const known = new Set(candidates.flatMap(({ words, placeWords }) => [...words, ...placeWords]));
  return names.map((name) => {
    const numbered = asNumberedThing(name, known);
    if (numbered !== null) return [numbered];
    const whole = known.has(name.toLowerCase())
      ? null
      : spelledOut(
          name,
          candidates.map(({ text }) => text),
        );
    return (
      whole ?? plainWords(name).map((word) => (known.has(word) ? word : (nearestTerm(word, known) ?? word)))
    );
  });
}
