import type { SecondOpinion } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';
import { lookOf } from './verdict.js';

/** CIT-8: a language model's opinion on the claim, in addition to the local check. */
export function SecondOpinionLine({ opinion }: { opinion: SecondOpinion | undefined }) {
  if (opinion === undefined) return null;
  return (
    <p className="mt-1 text-xs break-words text-soft" data-testid="second-opinion">
      {texts.citations.secondOpinion(opinion.modelId)}{' '}
      <span className="font-semibold">{lookOf(opinion.verdict).label}.</span> {opinion.reason}
    </p>
  );
}
