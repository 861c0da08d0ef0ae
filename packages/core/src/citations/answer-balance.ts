import type { AnswerClaim, ClaimVerdict } from './answer-claims.js';
import type { AnswerFound } from './answer-found.js';

/** Number of claims in an answer, and how many have each verdict. */
export type AnswerBalance = { claims: number } & Record<ClaimVerdict, number>;

/**
 * Counts the claims of an answer by verdict.
 *
 * ```ts
 * import { answerBalance, answerClaims } from '@ibid/core';
 *
 * const claims = answerClaims({ text: 'Iron melts at 1538 degrees.', citations: [] });
 * console.log(answerBalance(claims).uncited); // 1
 * ```
 */
export function answerBalance(claims: readonly AnswerClaim[]): AnswerBalance {
  const balance = {
    claims: claims.length,
    supported: 0,
    weak: 0,
    unsupported: 0,
    unknown: 0,
    uncited: 0,
    gone: 0,
  };
  for (const { verdict } of claims) balance[verdict]++;
  return balance;
}

const WORDS = [
  ['weak', 'weak'],
  ['unsupported', 'unsupported'],
  ['unknown', 'with an unknown source'],
  ['uncited', 'uncited'],
  ['gone', 'can no longer be checked'],
] as const;

/** Explains the limits of the check, because a number alone reads like a grade for the answer. */
export const BALANCE_MEANING =
  'The check compares each claim with the passages it cites. It does not tell whether the sources are right or the answer is complete.';

/**
 * The same wording in every channel: `Checked against the sources: 5 of 7 claims supported, 1 weak, 1 uncited`. The
 * text differs for an answer without any search or source, and for one that found no answer: support for its closest
 * passages is no merit. Null: the answer makes no claims.
 *
 * ```ts
 * import { answerBalance, describeBalance } from '@ibid/core';
 *
 * console.log(describeBalance(answerBalance([]), { isGrounded: false })); // null: there is nothing to say
 * ```
 */
export function describeBalance(
  balance: AnswerBalance,
  options: {
    /** Whether the turn searched, or already had documents. */
    isGrounded: boolean;
    /** Whether it found what was asked (`answerFound`). Default: yes. */
    found?: AnswerFound;
  },
): string | null {
  const { claims, supported, uncited } = balance;
  const { found = 'yes', isGrounded } = options;
  if (claims === 0) return null;
  if (uncited === claims) {
    const what = claims === 1 ? '1 claim' : `${claims} claims`;
    return isGrounded
      ? `Cites no source: ${what} uncited`
      : `Answered without a search or a source: ${what} uncited`;
  }
  const rest = WORDS.flatMap(([verdict, words]) =>
    balance[verdict] > 0 ? [`${balance[verdict]} ${words}`] : [],
  );
  if (found === 'no') {
    if (claims === 1 && supported === 1)
      return 'No answer found; 1 quote that comes closest, checked against the source';
    if (supported === claims)
      return `No answer found; ${claims} quotes that come closest, each checked against the source`;
    const outcome = [`${supported} supported`, ...rest].join(', ');
    return `No answer found; of ${claims} ${claims === 1 ? 'quote' : 'quotes'} that came closest, ${outcome}`;
  }
  const counted = `${supported} of ${claims} ${claims === 1 ? 'claim' : 'claims'} supported`;
  const checked = `Checked against the sources: ${[counted, ...rest].join(', ')}`;
  return found === 'in part' ? `Answered at most in part. ${checked}` : checked;
}
