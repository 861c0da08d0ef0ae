import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';

const THAN = /^(?:than|als)$/;
const MORE = /^(?:more|less|fewer|mehr|weniger)$/;
/** `higher`, `longer`; not every word that ends so compares, but before `than` it does. */
const COMPARATIVE = /\p{L}{3,}er$/u;
const COMPARES =
  /^(?:than|more|less|fewer|above|below|exceed\p{L}*|outperform\p{L}*|compared|versus|als|mehr|weniger|über|unter|ueber)$/u;
/** Words between the comparison and `than` at most. */
const MOST_BETWEEN = 7;

/** `Vomiting was more frequent with A than with B`, where the passage gives two figures and compares nothing. */
export function findComparison({ claim, passage }: Region): Disagreement | null {
  if (compares(passage)) return null;
  for (let at = 1; at < claim.tokens.length; at++) {
    if (!THAN.test(claim.word(at)) || claim.tokens[at + 1]?.amount) continue;
    for (let before = at - 1; before >= Math.max(0, at - MOST_BETWEEN); before--) {
      const word = claim.word(before);
      if (!MORE.test(word) && !(before === at - 1 && COMPARATIVE.test(word))) continue;
      return {
        kind: 'quantity',
        at: before,
        claimed: `${claim.written(before)} … ${claim.written(at)}`,
        found: '',
        isCertain: false,
      };
    }
  }
  return null;
}

const compares = (run: TokenRun) =>
  run.tokens.some(
    (_, at) => COMPARES.test(run.word(at)) || (COMPARATIVE.test(run.word(at)) && THAN.test(run.word(at + 1))),
  );
