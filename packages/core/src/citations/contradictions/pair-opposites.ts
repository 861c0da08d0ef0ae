import { exclusiveWords } from '../verify/exclusive-words.js';
import { tokenizeClaim } from '../verify/tokenize-claim.js';
import type { PairedWords } from './pair-words.js';
import type { Statement, StatementWord } from './statement.js';

/** Sets of words that distinguish things but deny nothing: the north tower and the south tower. */
const SCOPES =
  'spring front inside urban old domestic male largest richest heavy wet incoming morning adult horizontal import upper left north hot first daily public internal same';
const TIMES = 'january monday';

const setsOf = (words: string) =>
  new Set(tokenizeClaim(words).flatMap((token) => exclusiveWords(token).map(({ set }) => set)));
let scopes: ReadonlySet<number> | null = null;
let times: ReadonlySet<number> | null = null;

export interface Opposites {
  left: StatementWord;
  right: StatementWord;
  /** `scope`: about different things; `time`: on different days. */
  sort: 'polarity' | 'scope' | 'time';
}

/** Pairs words that only one statement has and that cannot both be true; removes them from the rest. */
export function pairOpposites(
  one: Statement,
  other: Statement,
  { left, right }: PairedWords,
): { opposites: Opposites[]; left: StatementWord[]; right: StatementWord[] } {
  scopes ??= setsOf(SCOPES);
  times ??= setsOf(TIMES);
  const opposites: Opposites[] = [];
  const taken = new Set<StatementWord>();
  for (const ours of left) {
    for (const theirs of right) {
      if (taken.has(theirs) || taken.has(ours)) continue;
      const set = sharedSet(one, ours, other, theirs);
      if (set === null) continue;
      taken.add(ours).add(theirs);
      opposites.push({
        left: ours,
        right: theirs,
        sort: times.has(set) ? 'time' : scopes.has(set) ? 'scope' : 'polarity',
      });
    }
  }
  const rest = (words: readonly StatementWord[]) => words.filter((word) => !taken.has(word));
  return { opposites, left: rest(left), right: rest(right) };
}

function sharedSet(
  one: Statement,
  left: StatementWord,
  other: Statement,
  right: StatementWord,
): number | null {
  const [first, second] = [one.run.tokens[left.at], other.run.tokens[right.at]];
  if (!first || !second) return null;
  const theirs = exclusiveWords(second);
  const found = exclusiveWords(first).find(({ set, value }) =>
    theirs.some((each) => each.set === set && each.value !== value),
  );
  return found?.set ?? null;
}
