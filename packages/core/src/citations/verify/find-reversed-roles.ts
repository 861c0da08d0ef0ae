import type { Disagreement } from './find-disagreement.js';
import type { TokenRun } from './token-run.js';

/** Where one of these stands, the order of names does not say who did it. */
const PASSIVE = new Set(
  'by was were been being is are von durch wurde wurden wird werden por fue fueron par ete est sont da stato'.split(
    ' ',
  ),
);

type Triple = readonly [left: number, middle: number, right: number];

/** Looks for names that changed places around the same word: `A acquired B` where the source says that B acquired A. */
export function findReversedRoles(claim: TokenRun, passage: TokenRun): Disagreement | null {
  const statements = triples(claim, (left, middle, right) => {
    if (!isName(claim, left) || !isName(claim, right) || claim.tokens[middle]?.kind !== 'word') return false;
    return claim.term(left) !== claim.term(right) && !hasPassive(claim, left, right);
  });
  if (statements.length === 0 || claim.isGerman) return null;
  const others = triples(passage, () => true);
  for (const [left, middle, right] of statements) {
    const [first, verb, last] = [claim.term(left), claim.term(middle), claim.term(right)];
    let found: string | null = null;
    for (const [start, inner, end] of others) {
      if (passage.term(inner) !== verb) continue;
      if (passage.term(start) === first && passage.term(end) === last) return null;
      if (passage.term(start) !== last || passage.term(end) !== first || hasPassive(passage, start, end))
        continue;
      found = [start, inner, end].map((index) => passage.written(index)).join(' ');
    }
    if (found === null) continue;
    const claimed = [left, middle, right].map((index) => claim.written(index)).join(' ');
    return { kind: 'roles', claimed, found, isCertain: true };
  }
  return null;
}

/** Content words that follow each other within a clause, those that are asked for. */
function triples(run: TokenRun, isAskedFor: (...triple: Triple) => boolean): Triple[] {
  const found: Triple[] = [];
  let left = -1;
  let middle = -1;
  for (let right = 0; right < run.tokens.length; right++) {
    if (!run.isContent(right)) continue;
    if (
      left >= 0 &&
      run.isSameClause(left, middle) &&
      run.isSameClause(middle, right) &&
      isAskedFor(left, middle, right)
    )
      found.push([left, middle, right]);
    left = middle;
    middle = right;
  }
  return found;
}

const isName = (run: TokenRun, index: number) => index === 0 || run.tokens[index]?.kind === 'name';

function hasPassive(run: TokenRun, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (PASSIVE.has(run.word(index))) return true;
  return false;
}
