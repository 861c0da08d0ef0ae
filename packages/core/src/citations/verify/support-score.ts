import type { ClaimAlignment } from './align-claim.js';
import type { ClaimTerm, ClaimTerms } from './claim-terms.js';
import type { ClaimWeights } from './claim-weights.js';
import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';

/** What the score is made of: what speaks for the claim from 0 to 1, what speaks against it from 0 to -1. */
export type SupportFeatures = readonly number[];

/** The last one is the constant. Made by scripts/train-support.mjs, which also says from what. */
const WEIGHTS: readonly number[] = [
  0, 0.56, 1.59, 0.38, 0.86, 0.81, 0.58, 0.42, 0, 0.05, 0.23, 0.32, 1.22, 0.1, 0.23, 0.49, -2,
];

/** How likely the source supports all of the claim, 0 to 1: a logistic regression over a few figures. */
export function supportScore(features: SupportFeatures): number {
  let sum = WEIGHTS.at(-1) ?? 0;
  for (let index = 0; index < features.length; index++) sum += (WEIGHTS[index] ?? 0) * (features[index] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

const LONG_CLAIM = 30;

export function featuresOf(options: {
  claim: ClaimTerms;
  weights: ClaimWeights;
  alignment: ClaimAlignment;
  region: Region;
  /** Terms that the whole source does not have. */
  absent: readonly ClaimTerm[];
  disagreements: readonly Disagreement[];
  /** Of each part of the claim, how much of it the passage has. */
  parts: readonly { coverage: number }[];
}): SupportFeatures {
  const { claim, alignment, region, absent, disagreements, parts } = options;
  const { weights, total } = options.weights;
  let covered = 0;
  let anywhere = 0;
  for (let id = 0; id < alignment.matches.length; id++) {
    const match = alignment.matches[id];
    const gain = (match?.strength ?? 0) * (weights[id] ?? 0);
    anywhere += gain;
    if (match && ((region.places[id]?.length ?? 0) > 0 || match.positions.length === 0)) covered += gain;
  }
  const coverage = total === 0 ? 0 : covered / total;
  const inSource = total === 0 ? 0 : anywhere / total;
  const isGone = (kind: ClaimTerm['kind']) => {
    const gone = countOf(absent, kind);
    return gone === 0 ? 0 : gone / countOf(claim.terms, kind);
  };
  const has = (isOne: (one: Disagreement) => boolean) => (disagreements.some(isOne) ? 1 : 0);
  const isAmount = ({ kind }: Disagreement) =>
    kind === 'number' || kind === 'direction' || kind === 'bound' || kind === 'unit';
  const isTurned = ({ kind }: Disagreement) => kind === 'negation' || kind === 'opposite';
  const worst = Math.min(1, ...parts.map((part) => part.coverage));
  const [numbers, names, words] = [isGone('number'), isGone('name'), isGone('word')];
  return [
    alignment.score,
    coverage,
    inSource,
    alignment.window.coverage,
    worst,
    absent.length === 0 ? 1 : 0,
    -numbers,
    numbers > 0 ? -1 : 0,
    -names,
    names > 0 ? -1 : 0,
    -words,
    -has((one) => isAmount(one) && one.isCertain),
    -has((one) => isTurned(one) && one.isCertain),
    -has(({ kind }) => kind === 'roles' || kind === 'name'),
    -has(({ kind }) => kind === 'modal' || kind === 'quantity'),
    -Math.min(1, claim.terms.length / LONG_CLAIM) * (1 - inSource),
  ];
}

function countOf(terms: readonly ClaimTerm[], kind: ClaimTerm['kind']): number {
  let count = 0;
  for (const term of terms) if (term.kind === kind) count++;
  return count;
}
