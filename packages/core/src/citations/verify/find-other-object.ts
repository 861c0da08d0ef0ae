import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isDeterminer, isVerbAt } from './verbs.js';
import { BEHIND } from './word-traits.js';

/** Content words after the preposition that say by whom or for what. */
const REACH = 3;

/** Finds `a check by a nurse` where the passage has `a check by a pharmacist`: the same word with another object. */
export function findOtherObject(region: Region): Disagreement | null {
  const { claim, passage, claimed } = region;
  if (region.hasTable || !claim.has(BEHIND)) return null;
  for (let at = 1; at < claim.tokens.length; at++) {
    if (!claim.is(at, BEHIND) || !claim.isContent(at - 1) || claim.tokens[at - 1]?.amount) continue;
    const [ours] = objectsOf(claim, at);
    if (ours === undefined || claim.tokens[ours]?.amount) continue;
    let [from, other] = [-1, -1];
    let isThere = false;
    for (let index = 1; index < passage.tokens.length; index++) {
      if (passage.term(index) === claim.term(ours) && isNear(region, index, claim.term(at - 1)))
        isThere = true;
      if (passage.word(index) !== claim.word(at) || passage.term(index - 1) !== claim.term(at - 1)) continue;
      const objects = objectsOf(passage, index);
      const [theirs] = objects;
      if (theirs === undefined || passage.tokens[theirs]?.amount) isThere = true;
      else if (objects.some((one) => claimed.has(passage.term(one)))) isThere = true;
      else [from, other] = [index, theirs];
    }
    if (other === -1 || isThere) continue;
    return {
      kind: 'kind',
      at: ours,
      claimed: claim.words(at, ours),
      found: passage.words(from, other),
      isCertain: false,
    };
  }
  return null;
}

/** Whether both are in one sentence: the source may use another order, or list several. */
const isNear = ({ passage, sentenceAt }: Region, index: number, term: string) =>
  passage.tokens.some((_, at) => passage.term(at) === term && sentenceAt(at) === sentenceAt(index));

/** The words of the noun after a preposition: `the chief treasurer`. */
function objectsOf(run: TokenRun, preposition: number): number[] {
  const found: number[] = [];
  for (let at = preposition + 1; found.length < REACH && run.isSameClause(at, preposition); at++) {
    if (run.isContent(at) && !isVerbAt(run, at)) found.push(at);
    else if (found.length > 0 || !isDeterminer(run.word(at))) break;
  }
  return found;
}
