import { rarityOf } from './common-terms.js';
import type { ClaimTerm, ClaimTerms } from './claim-terms.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isVerbAt } from './verbs.js';

/** Filler words: `the appropriate form` is the form. */
const FILLS = /^(?:appropriate|corresponding|due|own|overall|particular|relevant|respective|said|situation)$/;

/**
 * Words that a claim inserts between those of the passage, which has nothing in their place: `resolved secretly to
 * invite` instead of `resolved to invite`. A paraphrased word has a counterpart there.
 */
export function addedWords(
  claim: ClaimTerms,
  region: Region,
  absent: readonly ClaimTerm[],
): readonly ClaimTerm[] {
  return absent.filter((term) => {
    if (term.kind !== 'word' || rarityOf(term.term) < 1) return false;
    const at = claim.tokens.findIndex(({ start }) => start === term.start);
    if (at === -1 || region.claim.isNegator(at) || FILLS.test(region.claim.word(at))) return false;
    return !isPredicate(region.claim, at) && isAdded(region, at);
  });
}

/**
 * A verb has many paraphrases. In `the clinic sends encrypted letters` there is another verb, so `encrypted` describes
 * the letters.
 */
function isPredicate(claim: TokenRun, at: number): boolean {
  if (!isVerbAt(claim, at)) return false;
  const first = claim.nextContent(at, -1);
  const isOfNoun = /(?:ed|en)$/.test(claim.word(at)) && claim.nextContent(at, 1) === at + 1;
  return !isOfNoun || first === -1 || claim.nextContent(first, -1) === -1;
}

function isAdded({ claim, passage, places, termOf, claimed, sentenceAt }: Region, at: number): boolean {
  const neighbour = (step: 1 | -1) => {
    let index = claim.nextContent(at, step);
    // Several added words may be adjacent.
    while (index !== -1 && (places[termOf[index] ?? -1] ?? []).length === 0)
      index = claim.nextContent(index, step);
    return index;
  };
  const [before, after] = [neighbour(-1), neighbour(1)];
  if (before === -1 || after === -1) return false;
  for (const left of places[termOf[before] ?? -1] ?? [])
    for (const right of places[termOf[after] ?? -1] ?? []) {
      if (right <= left || sentenceAt(left) !== sentenceAt(right)) continue;
      let isFree = true;
      for (let index = left + 1; index < right && isFree; index++)
        isFree = !passage.isContent(index) || claimed.has(passage.term(index));
      if (isFree) return true;
    }
  return false;
}
