import type { Disagreement } from './disagreement.js';
import type { TokenRun } from './token-run.js';

/** Before a name they say which end of something it is. */
const ENDS = new Set(
  'from to into onto by for against via von nach aus zu gegen für de a par para por vers contre da per'.split(
    ' ',
  ),
);

/** The same before any word: `from bats to pigs`. */
const WAYS = new Set('from to into von nach zu aus'.split(' '));

/** `from Peru … to Turkey` where the source has `from Turkey … to Peru`: both names in each other's place. */
export function findSwappedNames(claim: TokenRun, passage: TokenRun): Disagreement[] {
  const ours = endsOf(claim);
  if (ours.length < 2) return [];
  const theirs = endsOf(passage);
  const has = (word: string, term: string) => theirs.some((one) => one.word === word && one.term === term);
  for (const [place, one] of ours.entries())
    for (const other of ours.slice(place + 1)) {
      if (one.word === other.word || one.term === other.term) continue;
      if (has(one.word, one.term) || has(other.word, other.term)) continue;
      if (!has(one.word, other.term) || !has(other.word, one.term)) continue;
      // Each end is wrong by itself: neither half of the claim is true.
      return [turned(claim, one, other), turned(claim, other, one)];
    }
  return [];
}

interface End {
  at: number;
  word: string;
  term: string;
}

function turned(claim: TokenRun, one: End, other: End): Disagreement {
  return {
    kind: 'roles',
    at: one.at,
    claimed: `${one.word} ${claim.written(one.at)}`,
    found: `${one.word} ${claim.written(other.at)}`,
    isCertain: true,
  };
}

function endsOf(run: TokenRun): End[] {
  return run.tokens.flatMap(({ kind }, at) => {
    const word = kind !== 'number' && run.isContent(at) ? run.wordBefore(at) : '';
    const isEnd = kind === 'name' ? ENDS.has(word) : WAYS.has(word);
    return isEnd ? [{ at, word, term: run.term(at) }] : [];
  });
}
