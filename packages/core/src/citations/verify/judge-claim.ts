import type { ClaimAlignment } from './align-claim.js';
import type { ClaimCheck } from './claim-check.js';
import type { ClaimTerm, ClaimTerms } from './claim-terms.js';
import { describeDisagreement } from './describe-disagreement.js';
import { disagreementOf } from './disagreement-of.js';
import type { PreparedText } from './prepared-text.js';
import { SUPPORTED, WEAK } from './verdict-levels.js';

const BELOW_SUPPORTED = SUPPORTED - 0.01;
/** What missing numbers and names take from the score, if all of them are missing. */
const DISAGREEMENT = 0.08;
/** Small counts (`two ways`) are often the writer's own, as long as the passage has no other number. */
const SMALL_COUNT = 12;

/** Words agree by degree; numbers, names and what is denied agree or don't. */
export function judgeClaim(options: {
  claim: ClaimTerms;
  alignment: ClaimAlignment;
  /** Everything of the source that the model saw: a name may stand outside the passage. */
  source: readonly PreparedText[];
}): Omit<ClaimCheck, 'passage'> {
  const { claim, alignment, source } = options;
  const absent = claim.terms.filter(
    ({ term }, index) =>
      !alignment.matches[index] &&
      source.every((text) => !text.occurrences.has(term) && !text.context.has(term)),
  );
  const absentNumbers = absent.filter(({ kind }) => kind === 'number');
  const absentNames = absent.filter(({ kind }) => kind === 'name');
  const share = (part: readonly ClaimTerm[], kind: ClaimTerm['kind']) =>
    part.length === 0 ? 0 : part.length / claim.terms.filter((term) => term.kind === kind).length;
  const penalty = DISAGREEMENT * (share(absentNumbers, 'number') + share(absentNames, 'name'));
  const score = Math.min(1, Math.max(0, alignment.score - penalty));
  const capped = Math.min(score, BELOW_SUPPORTED);
  const large = absentNumbers.filter(({ term }) => !(Number(term) <= SMALL_COUNT));
  const others = absentNumbers.length > 0 && score >= WEAK ? otherNumbers(alignment, claim) : [];
  if (large.length > 0) {
    const reason = `The source does not have ${list(claim, large)}${others.length > 0 ? `; the passage has ${others.join(', ')}` : ''}.`;
    const verdict = score >= WEAK && others.length === 0 ? 'weak' : 'unsupported';
    return { score: capped, verdict, reason };
  }
  const disagreement = score >= WEAK ? disagreementOf(claim, alignment) : null;
  if (disagreement)
    return {
      score: capped,
      verdict: disagreement.isCertain ? 'unsupported' : 'weak',
      reason: describeDisagreement(disagreement),
    };
  if (score >= SUPPORTED) {
    if (absentNames.length > 0)
      return {
        score: capped,
        verdict: 'weak',
        reason: `The source does not name ${list(claim, absentNames)}.`,
      };
    if (others.length > 0)
      return {
        score: capped,
        verdict: 'weak',
        reason: `The source does not have ${list(claim, absentNumbers)}; the passage has ${others.join(', ')}.`,
      };
    return { score, verdict: 'supported' };
  }
  const reason =
    absent.length > 0
      ? `The source does not mention ${list(claim, absent)}.`
      : 'The words are in the source, but not together.';
  return { score, verdict: score >= WEAK ? 'weak' : 'unsupported', reason };
}

/** Numbers that stand in the passage instead. */
function otherNumbers({ text, window }: ClaimAlignment, { terms }: ClaimTerms): string[] {
  const start = text.sentences[window.first]?.start ?? 0;
  const end = text.sentences[window.last]?.end ?? 0;
  const own = new Set(terms.flatMap(({ term, kind }) => (kind === 'number' ? [term] : [])));
  return text.tokens
    .filter(
      (token) => token.kind === 'number' && token.start >= start && token.end <= end && !own.has(token.term),
    )
    .map((token) => text.text.slice(token.start, token.end))
    .slice(0, 3);
}

function list({ text }: ClaimTerms, terms: readonly ClaimTerm[]): string {
  const words = terms.slice(0, 4).map(({ start, end }) => `“${text.slice(start, end)}”`);
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? '');
}
