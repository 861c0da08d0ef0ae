import { runOfClaim, type ClaimTerms } from './claim-terms.js';
import { isAdverb, isAuxiliary, isPronoun, isVerbAt } from './verbs.js';

const JOINT = /(?:,|;)\s+(?:and|but|while|whereas|yet|although|though)\s+(?:then\s+|also\s+)?|;\s+/gu;
/** Words that make a half more than a statement of its own. */
const DEPENDS = /^(?:if|unless|when|because|so|which|who|that|only|neither|nor|than|as|to|not|otherwise)$/;
/** Shorter pieces are members of a list. */
const FEWEST_WORDS = 4;
/** A sentence with more joints is a list. */
const MOST_TRIED = 6;
/** Not every verb is recognised. */
const FEWEST_WITHOUT_VERB = 6;

/**
 * The two statements of a compound claim, each as a sentence: `The pier closes on Friday, and the ferry runs late`. A
 * half without a subject gets that of the first. Null if it is one statement.
 */
export function halvesOfClaim(
  claim: ClaimTerms,
  terms: (text: string) => ClaimTerms,
): [string, string] | null {
  const { text } = claim;
  let tried = 0;
  for (const { index, 0: joint } of text.matchAll(JOINT)) {
    if (++tried > MOST_TRIED) return null;
    const left = text.slice(0, index);
    const right = text.slice(index + joint.length);
    const [one, two] = [terms(left), terms(right)];
    const subject = subjectOf(one);
    const own = subjectOf(two);
    if (own === null || subject === '' || (subject === null && own === '')) continue;
    if (DEPENDS.test(runOfClaim(two).run.word(0)) || DEPENDS.test(runOfClaim(one).run.word(0))) continue;
    if (subject === null && left.split(/\s+/u).length < FEWEST_WITHOUT_VERB) continue;
    if (left.split(/\s+/u).length < FEWEST_WORDS || right.split(/\s+/u).length < FEWEST_WORDS - 1) continue;
    return [`${left}.`, own === '' ? `${subject ?? ''} ${right}` : right];
  }
  return null;
}

/** What stands before the first verb: empty if it begins with the verb, null if there is none or a pronoun. */
function subjectOf(claim: ClaimTerms): string | null {
  const { run } = runOfClaim(claim);
  for (let at = 0; at < run.tokens.length; at++) {
    const word = run.word(at);
    if (isAuxiliary(word) || isVerbAt(run, at)) return claim.text.slice(0, run.tokens[at]?.start ?? 0).trim();
    if (at === 0 && isPronoun(word) && !/^(?:the|this|that|his|her|their|its)$/.test(word)) return null;
    if (at === 0 && isAdverb(word)) continue;
  }
  return null;
}
