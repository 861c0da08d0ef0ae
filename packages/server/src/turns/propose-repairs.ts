import type { ClaimToRepair, ProposeRepairs, RepairProposal } from '@ibid/core/internal';
import { askAboutClaims, type ClaimInWords, type SmallModel } from './ask-about-claims.js';
import { repairAnswerPrompt } from './prompts.generated.js';

const SENTENCE_CHARACTERS = 1_500;
const REASON_CHARACTERS = 400;
const OUTPUT_TOKENS = 250;

/** CIT-8: asks the model for small tasks, in one call, how to repair sentences that no source supports. */
export function proposeRepairs(small: SmallModel): ProposeRepairs {
  return async (claims) => {
    const answers = await askAboutClaims(small, {
      system: repairAnswerPrompt,
      claims: claims.map(asked),
      outputTokens: OUTPUT_TOKENS,
    });
    return claims.map((_, index) => proposalOf(answers.get(index)));
  };
}

function asked({ sentence, verdict, reason, passages }: ClaimToRepair): ClaimInWords {
  const fault = verdict === 'uncited' ? 'It names no source.' : (reason ?? `It is ${verdict}.`);
  return {
    lines: [
      JSON.stringify(sentence.slice(0, SENTENCE_CHARACTERS)),
      `What is wrong with it: ${JSON.stringify(fault)}`,
    ],
    passages: passages.map(({ number, title, text }) => ({
      name: `[${number}] ${JSON.stringify(title.slice(0, 120))}: `,
      text,
    })),
  };
}

function proposalOf(answer: Record<string, unknown> | undefined): RepairProposal | null {
  const { action, sentence, reason } = answer ?? {};
  const words = typeof reason === 'string' ? reason.slice(0, REASON_CHARACTERS) : null;
  if (action === 'keep') return { action };
  if (action === 'remove') return { action, reason: words };
  return action === 'correct' && typeof sentence === 'string' ? { action, sentence, reason: words } : null;
}
