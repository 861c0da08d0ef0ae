import type { ClaimAlignment } from './align-claim.js';
import { runOfClaim, type ClaimTerms } from './claim-terms.js';
import type { ClaimWeights } from './claim-weights.js';
import type { Disagreement } from './disagreement.js';
import { onceOf } from './once-of.js';
import type { Region } from './region.js';
import { isAuxiliary, isVerbAt } from './verbs.js';

/** Share of a part that the passage must contain word for word, or nearly. */
const PART_COVERED = 0.6;

/** A part of a claim that can be true independently. */
export interface JudgedPart {
  isGood: boolean;
  coverage: number;
  /** It states something itself; further members of a list do not. */
  isStatement: boolean;
}

export function judgeParts(options: {
  claim: ClaimTerms;
  weights: ClaimWeights;
  region: Region;
  disagreements: readonly Disagreement[];
}): JudgedPart[] {
  const { region, disagreements, weights } = options;
  return partsOf(options.claim).map(({ ids, isStatement }, part) => {
    const covered = ids.length > 0 ? coverage(ids, weights, region) : 0;
    const isGood = covered >= PART_COVERED && !isDenied(part, region, disagreements);
    return { isGood, isStatement, coverage: covered };
  });
}

function isDenied(part: number, { parts }: Region, disagreements: readonly Disagreement[]): boolean {
  for (const { at } of disagreements) if (parts[at] === part) return true;
  return false;
}

/** For each part of a claim: its terms, each once, and whether it states something itself. */
const partsOf = onceOf((terms: ClaimTerms): readonly { ids: readonly number[]; isStatement: boolean }[] => {
  const { run, parts } = runOfClaim(terms);
  return Array.from({ length: (parts.at(-1) ?? 0) + 1 }, (_, part) => {
    const ids: number[] = [];
    let hasVerb = false;
    // A part is one contiguous run of the claim.
    for (let index = parts.indexOf(part); index !== -1 && parts[index] === part; index++) {
      const id = terms.termOf[index] ?? -1;
      if (id >= 0 && !ids.includes(id)) ids.push(id);
      hasVerb ||= isAuxiliary(run.word(index)) || isVerbAt(run, index);
    }
    return { ids, isStatement: part === 0 || hasVerb };
  });
});

export function coverage(
  ids: readonly number[],
  { weights }: ClaimWeights,
  region: Region,
  alignment?: ClaimAlignment,
): number {
  let found = 0;
  let total = 0;
  for (const id of ids) {
    const weight = weights[id] ?? 0;
    total += weight;
    if (isFound(id, region, alignment)) found += weight;
  }
  return total === 0 ? 1 : found / total;
}

export function isFound(id: number, { places, isTitled }: Region, alignment?: ClaimAlignment): boolean {
  if ((places[id]?.length ?? 0) > 0 || isTitled(id)) return true;
  return alignment?.matches[id]?.positions.length === 0;
}
