import type { TokenRun } from './token-run.js';
import { isAuxiliary, isVerbAt } from './verbs.js';

/**
 * Splits a claim into parts that can be true independently: statements with their own verb, and the members of a list
 * after one. What comes before the first verb belongs to it. Returns the part of each token.
 */
export function partsOfClaim(claim: TokenRun): Int32Array {
  const { tokens } = claim;
  const parts = new Int32Array(tokens.length);
  let part = 0;
  let hasVerb = false;
  let hasContent = false;
  for (let index = 0; index < tokens.length; index++) {
    if (index > 0 && claim.segmentOf(index) !== claim.segmentOf(index - 1) && hasVerb && hasContent) {
      part++;
      hasContent = false;
    }
    parts[index] = part;
    hasVerb ||= isVerb(claim, index);
    hasContent ||= claim.isContent(index);
  }
  // A last piece without content belongs to the previous part.
  if (!hasContent && part > 0)
    for (let index = 0; index < parts.length; index++) if (parts[index] === part) parts[index] = part - 1;
  return parts;
}

function isVerb(run: TokenRun, index: number): boolean {
  return isAuxiliary(run.word(index)) || isVerbAt(run, index);
}
