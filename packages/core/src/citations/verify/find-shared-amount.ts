import { compareAmounts } from './amount.js';
import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { isVerbAt } from './verbs.js';
import { AMOUNT } from './word-traits.js';

const REST = /^(?:rest|remainder|balance|others?)$/;

/** Finds `7:00 to 19:00 on weekdays and on Saturdays` where the source has other hours for Saturdays. */
export function findSharedAmount(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  if (!claim.has(AMOUNT)) return null;
  for (const [at, { amount }] of claim.tokens.entries()) {
    if (!amount) continue;
    const segment = claim.segmentOf(at);
    const next = claim.tokens.flatMap((_, index) => (claim.segmentOf(index) === segment + 1 ? [index] : []));
    if (next.some((index) => REST.test(claim.word(index)))) continue;
    if (next.length === 0 || next.some((index) => claim.tokens[index]?.amount || isVerbAt(claim, index)))
      continue;
    if (!/^(?:and|or|und|oder)$/.test(claim.word(next[0] ?? -1))) continue;
    for (const index of next) {
      const id = claim.isContent(index) ? (termOf[index] ?? -1) : -1;
      for (const place of places[id] ?? []) {
        const theirs = passage.tokens.flatMap(({ amount: other }, there) =>
          other && passage.isSameClause(there, place) ? [{ there, other }] : [],
        );
        const compared = theirs.map(({ there, other }) => ({ there, how: compareAmounts(amount, other) }));
        const other = compared.find(({ how }) => how === 'other');
        if (!other || compared.some(({ how }) => how === 'same')) continue;
        return {
          kind: 'number',
          at,
          claimed: `${claim.written(at)} … ${claim.written(index)}`,
          found: `${passage.written(other.there)} … ${passage.written(place)}`,
          isCertain: false,
        };
      }
    }
  }
  return null;
}
