import type { Passage } from '../citation.js';
import type { ClaimAlignment } from './align-claim.js';
import { compareAmounts } from './amount.js';
import type { ClaimCheck } from './claim-check.js';
import { languageOfClaim } from './claim-terms.js';
import type { ClaimTerms } from './claim-terms.js';
import { languageOfPrepared } from './prepared-text.js';
import type { PreparedText } from './prepared-text.js';
import { BELOW_SUPPORTED, WEAK } from './claim-check.js';

interface ForeignCheck {
  check: ClaimCheck;
  alignment: null;
  isFinal: boolean;
}

/** A translation keeps fewer than this share of a claim's words. */
const SAME_WORDS = 0.5;

/** Both texts are long enough to detect their languages, and these differ. */
export function isOtherLanguage(claim: ClaimTerms, source: PreparedText | undefined): boolean {
  // The keys of a record are too few words to tell.
  if (!source || source.isRecord) return false;
  const own = languageOfClaim(claim);
  const other = own === null ? null : languageOfPrepared(source);
  if (own === null || other === null || own === other) return false;
  const words = claim.terms.filter(({ kind }) => kind === 'word');
  const shared = words.filter(({ term }) => source.occurrences.has(term)).length;
  return words.length === 0 || shared < SAME_WORDS * words.length;
}

/** Words cannot be compared, so it is `weak` unless numbers disagree. */
function foreign(passage: Passage | null): ForeignCheck {
  return {
    check: {
      passage,
      score: WEAK,
      verdict: 'weak',
      reason: 'The source is in another language: only numbers and names can be compared.',
    },
    alignment: null,
    isFinal: false,
  };
}

/** Judges a claim in another language than its source by its numbers and names. */
export function judgeForeign(options: {
  claim: ClaimTerms;
  /** Null: no word or number is the same. */
  alignment: ClaimAlignment | null;
  source: readonly PreparedText[];
  passage: Passage | null;
}): ForeignCheck {
  const { claim, alignment, source } = options;
  const amounts = claim.terms.flatMap(({ amount }, id) => (amount ? [{ amount, id }] : []));
  const missing = amounts.find(({ amount, id }) => {
    if (alignment?.matches[id]) return false;
    const others = source.flatMap(({ tokens, amounts: indexes }) =>
      indexes.flatMap((index) => tokens[index]?.amount ?? []),
    );
    return (
      !others.some(
        (other) => compareAmounts(amount, other) !== 'other' && other.written === amount.written,
      ) && others.some((other) => compareAmounts(amount, other) === 'other')
    );
  });
  const { check } = foreign(options.passage);
  if (missing) {
    const { start, end } = claim.terms[missing.id] ?? { start: 0, end: 0 };
    const reason = `The source, in another language, does not have “${claim.text.slice(start, end)}”.`;
    return {
      check: { ...check, score: WEAK / 2, verdict: 'unsupported', reason },
      alignment: null,
      isFinal: true,
    };
  }
  const names = claim.terms.filter(({ kind }) => kind === 'name').length;
  const found = claim.terms.filter(({ kind }, id) => kind !== 'word' && alignment?.matches[id]).length;
  if (found === 0) return { check, alignment: null, isFinal: false };
  const isAll = found === names + amounts.length;
  const reason = isAll
    ? 'The source is in another language; its numbers and names agree.'
    : 'The source is in another language; a part of the numbers and names agrees.';
  return {
    check: { ...check, score: isAll ? BELOW_SUPPORTED : WEAK, reason },
    alignment: null,
    isFinal: false,
  };
}
