import type { EvalPassage } from './eval-dataset.js';
import type { Scores } from './score-ranking.js';

const DEPTHS = [1, 8, 20] as const;

/** Share of answer characters among those shown (`charP`), and share of the answer that is shown (`charR`). */
export function scoreSpans(options: {
  ranking: readonly string[];
  answers: readonly { itemId: string; start: number; end: number }[];
  passages: ReadonlyMap<string, EvalPassage>;
}): Scores {
  const { ranking, answers, passages } = options;
  const wanted = answers.reduce((sum, answer) => sum + answer.end - answer.start, 0);
  const scores: Scores = {};
  for (const depth of DEPTHS) {
    let shown = 0;
    let right = 0;
    for (const id of ranking.slice(0, depth)) {
      const passage = passages.get(id);
      if (!passage?.span) continue;
      const { start, end } = passage.span;
      shown += end - start;
      for (const answer of answers) {
        if (answer.itemId !== passage.itemId) continue;
        right += Math.max(0, Math.min(end, answer.end) - Math.max(start, answer.start));
      }
    }
    scores[`charP@${depth}`] = shown > 0 ? right / shown : 0;
    scores[`charR@${depth}`] = wanted > 0 ? right / wanted : 0;
  }
  return scores;
}
