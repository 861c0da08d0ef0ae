import { spellingDistance } from '../analyse/index.js';

/** Shorter words have too many neighbours with another meaning. */
const SHORTEST = 5;
const LONG = 8;
/** With one letter less, only two swapped letters are a mistake. */
const SWAPPED = 4;

/** The known term that a misspelt one most likely means; null if none is close enough. */
export function nearestTerm(term: string, known: Iterable<string>): string | null {
  if (term.length === SWAPPED && /^\p{L}+$/u.test(term)) return swappedLetters(term, known);
  if (term.length < SHORTEST || /\p{N}/u.test(term)) return null;
  let nearest: string | null = null;
  let least = term.length >= LONG ? 3 : 2;
  for (const other of known) {
    if (other[0] !== term[0]) continue;
    const distance = spellingDistance(term, other, least - 1);
    if (distance < least) {
      least = distance;
      nearest = other;
    }
  }
  return nearest;
}

/** `gaer` for `gear`. */
function swappedLetters(term: string, known: Iterable<string>): string | null {
  const letters = Array.from(term).toSorted().join('');
  for (const other of known) {
    const hasSameLetters = other.length === SWAPPED && Array.from(other).toSorted().join('') === letters;
    if (hasSameLetters && other[0] === term[0] && spellingDistance(term, other, 1) === 1) return other;
  }
  return null;
}
