import { foldAccents, foldCase } from '../analyse/fold-text.js';
import { splitWords } from '../analyse/split-words.js';

export interface LinkWord {
  word: string;
  start: number;
  end: number;
}

/** Words as names are compared by: case and accents folded, a possessive ending left off. */
export function linkWords(text: string): LinkWord[] {
  const words: LinkWord[] = [];
  for (const { word, start, unspaced } of splitWords(text)) {
    if (unspaced) {
      // No spaces to tell words by: every character may begin or end a name.
      let offset = start;
      for (const character of word) {
        words.push({ word: character, start: offset, end: offset + character.length });
        offset += character.length;
      }
      continue;
    }
    const bare = word.replace(/['\u2019]s$/i, '');
    const folded = foldAccents(foldCase(bare, null), null);
    words.push({ word: folded, start, end: start + bare.length });
  }
  return words;
}

/** The form under which a name is kept and looked up. */
export function linkKey(name: string): string {
  return linkWords(name)
    .map(({ word }) => word)
    .join(' ');
}
