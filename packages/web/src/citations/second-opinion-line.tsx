import type { SecondOpinion } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';
import { lookOf } from './verdict.js';

/** CIT-8: what a language model says of the claim, beside what the local check found. */
export function SecondOpinionLine({ opinion }: { opinion: SecondOpinion | undefined }) {
  if (opinion === undefined) return null;
  return (
    <p className="mt-1 text-xs break-words text-soft" data-testid="second-opinion">
      {texts.citations.secondOpinion(opinion.modelId)}{' '}
      <span className="font-semibold">{lookOf(opinion.verdict).label}.</span> {opinion.reason}
    </p>
  );
}
