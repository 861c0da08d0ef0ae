import type { ClaimCheck } from '@ibid/core/internal';
import type { EvidenceCell } from './evidence-column.js';
import { passageOf, type EvidenceSentence } from './evidence-document.js';
import type { ValueCandidate } from './value-candidates.js';

/** A value with the sentence that it was taken from. */
export function cellOf(
  { value, number, written }: ValueCandidate,
  sentence: EvidenceSentence,
  judged: Pick<EvidenceCell, 'verdict' | 'reason'>,
): EvidenceCell {
  return {
    ...judged,
    value,
    number,
    written,
    quote: sentence.text,
    passage: passageOf(sentence),
  };
}

/** What is supported by the words alone, and in doubt for another reason. */
export function doubted(check: ClaimCheck, doubt: string | null): ClaimCheck {
  return doubt !== null && check.verdict === 'supported'
    ? { ...check, verdict: 'weak', reason: doubt }
    : check;
}
