import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { NAME } from './word-traits.js';

interface Part {
  names: Set<string>;
  words: Set<string>;
  /** Its first and last word. */
  from: number;
  to: number;
}

/** The most parts of a sentence; each is compared with every other. */
const MOST_PARTS = 16;

/** Finds `by Abara for the landlord and by Castor for the tenant` where the source has them the other way round. */
export function findOtherPair({ claim, passage }: Region): Disagreement | null {
  if (!claim.has(NAME)) return null;
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

export const meet = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  [...left].some((term) => right.has(term));
const without = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  new Set([...left].filter((term) => !right.has(term)));
