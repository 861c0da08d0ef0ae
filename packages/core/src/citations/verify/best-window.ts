import type { TermMatch } from './match-terms.js';
import type { PreparedText } from './prepared-text.js';

export interface SentenceWindow {
  first: number;
  last: number;
  /** Share of the claim's weight that the window accounts for, 0 to 1. */
  coverage: number;
}

/** Best coverage by one sentence, by up to three, and the window that is the best passage. */
export interface WindowScores {
  one: number;
  three: number;
  passage: SentenceWindow | null;
}

const MAX_SENTENCES = 3;
/** A further sentence must account for this much more of the claim to belong to the passage. */
const SENTENCE_COST = 0.08;

export function bestWindow(
  text: PreparedText,
  matches: ReadonlyMap<string, TermMatch>,
  weights: { weight: (term: string) => number; total: number },
): WindowScores {
  // Terms are numbered as they come, so that a sentence's terms are a list of numbers and nothing is made per place.
  const bySentence: number[][] = text.sentences.map(() => []);
  const gains: number[] = [];
  let fromContext = 0;
  for (const [term, { strength, positions }] of matches) {
    const gain = strength * weights.weight(term);
    const id = gains.push(gain) - 1;
    if (positions.length === 0) fromContext += gain;
    let last = -1;
    for (const position of positions) {
      const sentence = text.sentenceOf[position] ?? 0;
      if (sentence !== last) bySentence[sentence]?.push(id);
      last = sentence;
    }
  }
  /** By term: the window, known by its first sentence, that counted it last. */
  const countedIn = new Int32Array(gains.length).fill(-1);
  const scores: WindowScores = { one: 0, three: 0, passage: null };
  let bestValue = 0;
  for (let first = 0; first < bySentence.length; first++) {
    if (bySentence[first]?.length === 0) continue;
    let covered = fromContext;
    for (let last = first; last < Math.min(first + MAX_SENTENCES, bySentence.length); last++) {
      for (const id of bySentence[last] ?? []) {
        if (countedIn[id] === first) continue;
        countedIn[id] = first;
        covered += gains[id] ?? 0;
      }
      const coverage = covered / weights.total;
      if (last === first) scores.one = Math.max(scores.one, coverage);
      scores.three = Math.max(scores.three, coverage);
      const value = coverage - SENTENCE_COST * (last - first);
      if (value <= bestValue) continue;
      bestValue = value;
      scores.passage = { first, last, coverage };
    }
  }
  return scores;
}
