import { foldAccents, foldCase } from '../analyse/fold-text.js';
import { splitWords } from '../analyse/split-words.js';

export interface LinkWord {
  word: string;
  start: number;
  end: number;
}

/** Words in the form used to compare names: case and accents folded, possessive ending removed. */
export function linkWords(text: string): LinkWord[] {
  const words: LinkWord[] = [];
  for (const { word, start, unspaced } of splitWords(text)) {
    if (unspaced) {
      // Without spaces, any character may start or end a name.
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

/** The form in which a name is stored and looked up. */
export function linkKey(name: string): string {
  return linkWords(name)
    .map(({ word }) => word)
    .join(' ');
}
