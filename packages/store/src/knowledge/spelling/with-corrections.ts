import { analyseText, splitWords } from '@ibid/retrieval/internal';
import type { QueryTerm, SearchHit, WordCorrection } from '@ibid/retrieval/internal';

/** A word has these first letters of its stem somewhere in it: at its start, or where a compound's part begins. */
const LETTERS_OF_A_STEM = 2;

const withoutMarks = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '');

/**
 * Each hit with the words of its own that were searched for instead of mistyped ones. The index has stems only, so the
 * word is read in the hit itself: what is told is what the viewer sees anyway.
 */
export function withCorrections(options: {
  hits: SearchHit[];
  terms: readonly QueryTerm[];
  languages: readonly (string | null)[];
}): SearchHit[] {
  const { hits, languages } = options;
  const mistyped = options.terms.filter(({ insteadOf }) => insteadOf !== undefined);
  if (mistyped.length === 0) return hits;
  const stemsOf = remembered((word) =>
    languages.flatMap((language) => analyseText({ text: word, language })),
  );
  return hits.map((hit) => {
    const text = [hit.title, ...hit.headingPath, hit.text].join('\n').normalize('NFKC').toLowerCase();
    const words = [...new Set(splitWords(text).map(({ word }) => word))].map((word) => ({
      word,
      letters: withoutMarks(word),
    }));
    const corrected = mistyped.flatMap(({ insteadOf: typed = '', variants }): WordCorrection[] => {
      const found = variants.flatMap((stem) => {
        // Finding the stems of all words of all hits would take longer than the search.
        const start = withoutMarks(stem).slice(0, LETTERS_OF_A_STEM);
        return (
          words.find(({ word, letters }) => letters.includes(start) && stemsOf(word).includes(stem))?.word ??
          []
        );
      });
      return [...new Set(found)].map((word) => ({ typed, found: word }));
    });
    return corrected.length > 0 ? { ...hit, corrected } : hit;
  });
}

function remembered(stems: (word: string) => string[]): (word: string) => string[] {
  const known = new Map<string, string[]>();
  return (word) => {
    const found = known.get(word) ?? stems(word);
    known.set(word, found);
    return found;
  };
}
