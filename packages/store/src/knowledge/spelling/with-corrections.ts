import { analyseText, splitWords } from '@ibid/retrieval/internal';
import type { QueryTerm, SearchHit, WordCorrection } from '@ibid/retrieval/internal';

/** A word must contain these first letters of the stem: at its start, or where a part of a compound begins. */
const LETTERS_OF_A_STEM = 2;

const SPACE = 32;

const withoutMarks = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '');

/**
 * Adds to each hit the words in it that were searched for in place of mistyped ones. The index has only stems, so the
 * word is read from the hit, which the viewer sees anyway.
 */
export function withCorrections(options: {
  hits: SearchHit[];
  terms: readonly QueryTerm[];
  languages: readonly (string | null)[];
}): SearchHit[] {
  const { hits, languages } = options;
  const mistyped = options.terms.filter(({ insteadOf }) => insteadOf !== undefined);
  if (mistyped.length === 0) return hits;
  const stemsOf = remembered((text) => languages.flatMap((language) => analyseText({ text, language })));
  return hits.map((hit) => {
    const text = [hit.title, ...hit.headingPath, hit.text].join('\n').normalize('NFKC').toLowerCase();
    const letters = text.normalize('NFD');
    const corrected = mistyped.flatMap(({ insteadOf: typed = '', variants }): WordCorrection[] => {
      const found = variants.flatMap((stem) => firstWordOf(stem, letters, stemsOf) ?? []);
      return [...new Set(found)].map((word) => ({ typed, found: word }));
    });
    return corrected.length > 0 ? Object.assign({}, hit, { corrected }) : hit;
  });
}

/**
 * The first word with this stem in a text with decomposed marks. Checks only words that contain the stem's first
 * letters: stemming all words of all hits would take longer than the search.
 */
function firstWordOf(stem: string, text: string, stemsOf: (text: string) => string[]): string | null {
  const start = Array.from(withoutMarks(stem)).slice(0, LETTERS_OF_A_STEM);
  let behind = 0;
  for (const { index } of text.matchAll(new RegExp(start.join('\\p{M}*'), 'gu'))) {
    if (index < behind) continue;
    let from = index;
    while (from > 0 && text.charCodeAt(from - 1) > SPACE) from -= 1;
    behind = index + 1;
    while (behind < text.length && text.charCodeAt(behind) > SPACE) behind += 1;
    const near = text.slice(from, behind).normalize('NFC');
    if (!stemsOf(near).includes(stem)) continue;
    return splitWords(near).find(({ word }) => stemsOf(word).includes(stem))?.word ?? null;
  }
  return null;
}

function remembered(stems: (text: string) => string[]): (text: string) => string[] {
  const known = new Map<string, string[]>();
  return (text) => {
    const found = known.get(text) ?? stems(text);
    known.set(text, found);
    return found;
  };
}
