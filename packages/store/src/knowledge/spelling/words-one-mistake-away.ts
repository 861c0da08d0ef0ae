const LETTER = /[\p{L}\p{M}]/u;
/** Unicode groups the letters of one script in one or a few blocks of this size. */
const BLOCK = 128;
/** Latin with its diacritics takes four. Korean syllables take more and are searched in pairs. */
const MOST_BLOCKS = 4;
const alphabets = new Map<number, readonly string[]>();

/** All words one mistake away: a letter missing, added or replaced, or two swapped. */
export function wordsOneMistakeAway(word: string): string[] {
  const letters = Array.from(word);
  const alphabet = alphabetOf(letters);
  const found = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('');
    const [here = '', next = ''] = letters.slice(at, at + 2);
    const afterHere = letters.slice(at + 1).join('');
    const afterNext = letters.slice(at + 2).join('');
    for (const letter of alphabet) {
      found.add(before + letter + here + afterHere);
      if (here) found.add(before + letter + afterHere);
    }
    if (here) found.add(before + afterHere);
    if (next) found.add(before + next + here + afterNext);
  }
  found.delete(word);
  return [...found];
}

/**
 * The lowercase letters of the blocks that the word's letters come from. None if there are many blocks: no word uses so
 * many scripts, and trying every letter at every place would give hundreds of thousands of words.
 */
function alphabetOf(letters: readonly string[]): string[] {
  const blocks = new Set(letters.map((letter) => Math.floor((letter.codePointAt(0) ?? 0) / BLOCK)));
  if (blocks.size > MOST_BLOCKS) return [];
  return [...blocks].flatMap((block) => {
    const known = alphabets.get(block);
    if (known) return known;
    const all = Array.from({ length: BLOCK }, (_, place) => String.fromCodePoint(block * BLOCK + place));
    const alphabet = all.filter((letter) => LETTER.test(letter) && letter === letter.toLowerCase());
    alphabets.set(block, alphabet);
    return alphabet;
  });
}
