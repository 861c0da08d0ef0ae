// Shared by the synthetic corpora: reproducible random numbers, and words shaped like a language.
const SYLLABLES = 'ka lo mi ter san vel dro pin qua res tun bel gor fis nam zor'.split(' ');

/** Numbers from 0 to 1, the same for the same seed. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function gaussian(random) {
  return Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
}

/** This many different words, most common first. */
export function makeVocabulary(count) {
  return Array.from({ length: count }, (_, number) => {
    let word = '';
    for (let rest = number + 17; rest > 0; rest = Math.floor(rest / 16)) word += SYLLABLES[rest % 16];
    return word;
  });
}

/** The position of a random word in a vocabulary of this size, by Zipf's law. */
export function zipfPlace(random, count) {
  return Math.min(count - 1, Math.floor(Math.exp(random() * Math.log(count))) - 1);
}
