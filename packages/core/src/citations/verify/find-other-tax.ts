import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { ADDED } from './word-traits.js';

const WITHIN =
  /^(?:including|includes|include|inclusive|incl|inkl|inklusive|einschliesslich|enthalt|comprise|incluido|inclus)$/;
const BESIDE =
  /^(?:plus|excluding|excludes|exclusive|excl|exkl|zuzuglich|zzgl|without|before|ohne|hors|mas)$/;

/**
 * Finds `£870 plus VAT` where the source has £870 including VAT: the same figure, but another price. The nearest price
 * before it counts.
 */
export function findOtherTax({ claim, passage, places, termOf }: Region): Disagreement | null {
  if (!claim.has(ADDED) || !passage.has(ADDED)) return null;
  for (const mark of marksOf(claim)) {
    const price = priceBefore(claim, mark.at);
    for (const place of price === -1 ? [] : (places[termOf[price] ?? -1] ?? [])) {
      const theirs = marksOf(passage).find(
        ({ at }) => passage.term(at) === claim.term(mark.at) && priceBefore(passage, at) === place,
      );
      if (!theirs || theirs.isWithin === mark.isWithin) continue;
      return {
        kind: 'opposite',
        at: mark.at,
        claimed: claim.words(mark.word, mark.at),
        found: passage.words(theirs.word, theirs.at),
        isCertain: true,
      };
    }
  }
  return null;
}

/** Each `including VAT` and `plus VAT`. */
function marksOf(run: TokenRun): { at: number; word: number; isWithin: boolean }[] {
  return run.tokens.flatMap((_, at) => {
    if (!run.is(at, ADDED)) return [];
    const word = [at - 1, at - 2].find(
      (index) => WITHIN.test(run.word(index)) || BESIDE.test(run.word(index)),
    );
    return word === undefined ? [] : [{ at, word, isWithin: WITHIN.test(run.word(word)) }];
  });
}

function priceBefore(run: TokenRun, index: number): number {
  for (let at = index - 1; at >= 0 && !run.endsSentence(at); at--)
    if (run.tokens[at]?.amount?.kind === 'money') return at;
  return -1;
}
