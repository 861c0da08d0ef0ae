import type { AskSecondOpinion } from '@ibid/core/internal';
import { askAboutClaims, type SmallModel } from './ask-about-claims.js';
import { secondOpinionPrompt } from './prompts.generated.js';

const CLAIM_CHARACTERS = 1_500;
const REASON_CHARACTERS = 400;
const OUTPUT_TOKENS = 150;
const VERDICTS = ['supported', 'weak', 'unsupported'] as const;

/** CIT-8: the model for small tasks as a second reader, in one call for all doubtful claims of an answer. */
export function secondOpinion(small: SmallModel): AskSecondOpinion {
  return async (claims) => {
    const answers = await askAboutClaims(small, {
      system: secondOpinionPrompt,
      claims: claims.map(({ claim, passages }) => ({
        lines: [JSON.stringify(claim.slice(0, CLAIM_CHARACTERS))],
        passages: passages.map((text) => ({ name: '', text })),
      })),
      outputTokens: OUTPUT_TOKENS,
    });
    return claims.map((_, index) => {
      const { verdict, reason } = answers.get(index) ?? {};
      const known = VERDICTS.find((one) => one === verdict);
      const words = typeof reason === 'string' ? reason.slice(0, REASON_CHARACTERS) : '';
      return known ? { verdict: known, reason: words, modelId: small.modelId } : null;
    });
  };
}
