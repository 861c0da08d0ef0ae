import { compareAmounts } from './amount.js';
import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isVerbAt } from './verbs.js';

interface Part {
  names: Set<string>;
  words: Set<string>;
  /** Its first word, and its last. */
  from: number;
  to: number;
}

/** No sentence pairs more: each is compared with every other. */
const MOST_PARTS = 16;

/** `by Abara for the landlord and by Castor for the tenant`, where the source has them the other way round. */
export function findOtherPair({ claim, passage }: Region): Disagreement | null {
  const ours = partsOf(claim)
    .filter(({ names }) => names.size > 0)
    .slice(0, MOST_PARTS);
  if (ours.length < 2) return null;
  const theirs = partsOf(passage);
  for (const [place, one] of ours.entries())
    for (const other of ours.slice(place + 1)) {
      if (meet(one.names, other.names)) continue;
      const [own, others] = [without(one.words, other.words), without(other.words, one.words)];
      const withOne = theirs.filter(({ names }) => meet(names, one.names));
      const withOther = theirs.filter(({ names }) => meet(names, other.names));
      const isCrossed = (parts: readonly Part[], right: ReadonlySet<string>, wrong: ReadonlySet<string>) =>
        parts.some(({ words }) => meet(words, wrong)) && !parts.some(({ words }) => meet(words, right));
      if (isCrossed(withOne, own, others) && isCrossed(withOther, others, own))
        return {
          kind: 'roles',
          at: one.from,
          claimed: claim.words(one.from, one.to),
          found: passage.words(withOne[0]?.from ?? 0, withOne[0]?.to ?? 0),
          isCertain: true,
        };
    }
  return null;
}

const REST = /^(?:rest|remainder|balance|others?)$/;

/** `7:00 to 19:00 on weekdays and on Saturdays`, where the source has other hours for Saturdays. */
export function findSharedAmount(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
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

function partsOf(run: TokenRun): Part[] {
  const found = new Map<number, Part>();
  for (const [at, { kind }] of run.tokens.entries()) {
    if (!run.isContent(at) || kind === 'number') continue;
    const segment = run.segmentOf(at);
    const part = found.get(segment) ?? { names: new Set(), words: new Set(), from: at, to: at };
    part.to = at;
    (kind === 'name' ? part.names : part.words).add(run.term(at));
    found.set(segment, part);
  }
  return [...found.values()];
}

const ASKED_FOR =
  /^(?:required|needed|necessary|must|mandatory|obligatory|compulsory|applies|erforderlich|notig|muss)$/;

const hasWithout = (run: TokenRun, index: number) =>
  run.tokens.some(
    (_, at) => at < index && run.isSameClause(at, index) && /^(?:without|ohne)$/.test(run.word(at)),
  );

/** `without a permit or a gas test`, where the source needs no permit, but the test is still required. */
export function findDeniedToo({ claim, passage, places, termOf }: Region): Disagreement | null {
  for (let at = 1; at < claim.tokens.length; at++) {
    const segment = claim.segmentOf(at);
    if (!/^(?:or|nor|oder|noch)$/.test(claim.word(at)) || segment === claim.segmentOf(at - 1)) continue;
    if (!claim.hasNegator(at - 1) && !hasWithout(claim, at - 1)) continue;
    for (let index = at + 1; claim.segmentOf(index) === segment; index++) {
      if (isVerbAt(claim, index)) break;
      const id = claim.isContent(index) ? (termOf[index] ?? -1) : -1;
      const all = places[id] ?? [];
      const asked = (place: number) =>
        !passage.hasNegator(place) &&
        passage.tokens.some(
          (_, there) => passage.isSameClause(there, place) && ASKED_FOR.test(passage.word(there)),
        );
      const [place] = all;
      if (place !== undefined && all.every(asked))
        return {
          kind: 'negation',
          at: index,
          claimed: `${claim.word(at)} ${claim.written(index)}`,
          found: passage.written(place),
          isCertain: true,
        };
    }
  }
  return null;
}

const meet = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  [...left].some((term) => right.has(term));
const without = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  new Set([...left].filter((term) => !right.has(term)));
