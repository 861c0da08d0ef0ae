import type { Disagreement } from './disagreement.js';
import type { TokenRun } from './token-run.js';
import { ENDS } from './word-traits.js';

/** Prepositions that mark an end before any word, not only before a name: `from bats to pigs`. */
const WAYS = new Set('from to into von nach zu aus'.split(' '));

/** Finds `from Peru … to Turkey` where the source has `from Turkey … to Peru`: the names are swapped. */
export function findSwappedNames(claim: TokenRun, passage: TokenRun): Disagreement[] {
  if (!claim.has(ENDS) || !passage.has(ENDS)) return [];
  const ours = endsOf(claim);
  if (ours.length < 2) return [];
  const theirs = endsOf(passage);
  const has = (word: string, term: string) => theirs.some((one) => one.word === word && one.term === term);
  for (const [place, one] of ours.entries())
    for (const other of ours.slice(place + 1)) {
      if (one.word === other.word || one.term === other.term) continue;
      if (has(one.word, one.term) || has(other.word, other.term)) continue;
      if (!has(one.word, other.term) || !has(other.word, one.term)) continue;
      // Each end alone is wrong, so neither half of the claim is true.
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
  const found: End[] = [];
  for (let at = 0; at < run.tokens.length; at++) {
    const kind = run.tokens[at]?.kind;
    if (kind === 'number' || !run.isContent(at)) continue;
    const before = run.placeBefore(at);
    if (!run.is(before, ENDS)) continue;
    const word = run.word(before);
    if (kind === 'name' || WAYS.has(word)) found.push({ at, word, term: run.term(at) });
  }
  return found;
}
