import { foldCase } from './fold-text.js';
import { splitWords } from './split-words.js';
import { stemWord } from './stem-word.js';

/** A longer run of letters is data, not a word. Its beginning is enough to find it. */
const LONGEST_WORD = 64;

/**
 * Splits a text into tokens, in order. All databases use this analyser, so they rank alike. Tokens contain only
 * letters, marks and digits.
 *
 * ```ts
 * import { analyseText } from '@ibid/retrieval';
 *
 * console.log(analyseText({ text: 'Boiling waters', language: 'en' })); // ['boil', 'water']
 * ```
 */
export function analyseText(options: { text: string; language: string | null }): string[] {
  const { text, language } = options;
  const tokens: string[] = [];
  for (const { word, unspaced } of splitWords(text.normalize('NFKC'))) {
    if (unspaced) tokens.push(...characterPairs(word));
    else for (const token of analyseWord(word, language)) tokens.push(token);
  }
  return tokens;
}

/** The tokens of one word: its stem, or for an identifier the whole and the stems of its parts. */
function analyseWord(word: string, language: string | null): string[] {
  const identifier = splitIdentifier(word.replace(/['\u2019]s$/i, ''));
  if (!identifier) return stems(word, language);
  const tokens = identifier.parts.flatMap((part) => stems(part, language));
  const whole = stemWord(foldCase(identifier.whole, language).slice(0, LONGEST_WORD), language);
  if (whole && !tokens.includes(whole)) tokens.push(whole);
  return tokens;
}

function stems(word: string, language: string | null): string[] {
  const folded = foldCase(word, language).slice(0, LONGEST_WORD);
  // An elided article or a possessive ending counts as a separate word: l'avion, Anna's.
  const tokens: string[] = [];
  for (const piece of folded.split(/['_]/)) {
    if (piece && !(tokens.length > 0 && piece.length < 3)) tokens.push(stemWord(piece, language));
  }
  return tokens;
}

function characterPairs(run: string): string[] {
  const characters = [...run.matchAll(/\P{M}\p{M}*/gu)].map((match) => match[0]);
  if (characters.length < 2) return characters;
  const pairs: string[] = [];
  for (let index = 0; index + 1 < characters.length; index += 1) {
    pairs.push(`${characters[index]}${characters[index + 1]}`);
  }
  return pairs;
}

const PARTS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+|[\p{L}\p{M}]+/gu;
const COMPOSED = /[_-]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;

/**
 * The parts of `runTarget`, `run_target`, `HTTPServer` or `ABC-123`, and the whole without separators, so all spellings
 * match each other. Null for a plain word.
 */
function splitIdentifier(word: string): { whole: string; parts: string[] } | null {
  if (!COMPOSED.test(word)) return null;
  const parts = word.match(PARTS) ?? [];
  if (parts.length < 2) return null;
  return { whole: word.replace(/[_'-]/g, ''), parts };
}
