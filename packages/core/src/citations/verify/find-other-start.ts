import { compareAmounts } from './amount.js';
import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { AMOUNT } from './word-traits.js';

const FROM = /^(?:since|from|starting|beginning|seit|ab|desde|depuis)$/;

/**
 * Finds `has been allowed to since 3 March` where the source has the test on 3 March and `may from 17 March`: the date
 * on which something began is not the date of something else.
 */
export function findOtherStart(region: Region): Disagreement | null {
  const { claim, passage } = region;
  if (!claim.has(AMOUNT)) return null;
  for (const [at, { amount: own }] of claim.tokens.entries()) {
    if (own?.kind !== 'date' || !isStart(claim, at)) continue;
    for (const [index, { amount }] of passage.tokens.entries()) {
      if (!amount?.date || compareAmounts(own, amount) !== 'same' || isStart(passage, index)) continue;
      const other = passage.tokens.findIndex(
        (token, place) =>
          place !== index &&
          token.amount?.date !== undefined &&
          isStart(passage, place) &&
          region.sentenceAt(place) === region.sentenceAt(index) &&
          compareAmounts(own, token.amount) === 'other',
      );
      if (other === -1 || startsAnywhere(passage, own)) continue;
      return {
        kind: 'number',
        at,
        claimed: claim.words(at - 1, at),
        found: passage.words(other - 1, other),
        isCertain: false,
      };
    }
  }
  return null;
}

const isStart = (run: TokenRun, at: number) => FROM.test(run.wordBefore(at));

const startsAnywhere = (run: TokenRun, own: NonNullable<TokenRun['tokens'][number]['amount']>) =>
  run.tokens.some(
    ({ amount }, at) => amount?.date && isStart(run, at) && compareAmounts(own, amount) === 'same',
  );
