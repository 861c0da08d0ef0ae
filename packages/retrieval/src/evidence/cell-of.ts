import type { ClaimCheck } from '@ibid/core/internal';
import type { EvidenceCell } from './evidence-column.js';
import { passageOf, type EvidenceSentence } from './evidence-document.js';
import type { ValueCandidate } from './value-candidates.js';

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

/** Downgrades a supported claim to weak if there is a doubt. */
export function doubted(check: ClaimCheck, doubt: string | null): ClaimCheck {
  return doubt !== null && check.verdict === 'supported'
    ? { ...check, verdict: 'weak', reason: doubt }
    : check;
}
