import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AskSecondOpinion, DoubtfulClaim, SecondOpinion, TokenUsage } from '@ibid/core';
import { convertUsage } from './convert-usage.js';
import { secondOpinionPrompt } from './prompts.generated.js';

const PATIENCE_MILLISECONDS = 25_000;
const CLAIM_CHARACTERS = 1_500;
const PASSAGE_CHARACTERS = 2_500;
const REASON_CHARACTERS = 400;
const VERDICTS = ['supported', 'weak', 'unsupported'] as const;

/** CIT-8: the model for small tasks as a second reader, one call for all doubtful claims of an answer. */
export function secondOpinion(options: {
  model: LanguageModelV4;
  modelId: string;
  /** Told what the call took. */
  onUsage: (usage: TokenUsage) => void;
}): AskSecondOpinion {
  const { model, modelId } = options;
  return async (claims) => {
    const { content, usage } = await model.doGenerate({
      prompt: [
        { role: 'system', content: secondOpinionPrompt },
        { role: 'user', content: [{ type: 'text', text: claims.map(asked).join('\n\n') }] },
      ],
      maxOutputTokens: 200 + 150 * claims.length,
      abortSignal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    options.onUsage(convertUsage(usage));
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const opinions = readOpinions(text);
    return claims.map((_, index) => {
      const opinion = opinions.get(index + 1);
      return opinion ? { ...opinion, modelId } : null;
    });
  };
}

function asked({ claim, passages }: DoubtfulClaim, index: number): string {
  const shown = passages.map((passage) => JSON.stringify(passage.slice(0, PASSAGE_CHARACTERS)));
  return `Claim ${index + 1}: ${JSON.stringify(claim.slice(0, CLAIM_CHARACTERS))}\nPassages:\n${shown.join('\n')}`;
}

/** By the number of the claim. What is no opinion is left out: models write around what they are asked for. */
function readOpinions(text: string): Map<number, Omit<SecondOpinion, 'modelId'>> {
  const opinions = new Map<number, Omit<SecondOpinion, 'modelId'>>();
  let read: unknown = null;
  try {
    read = JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1));
  } catch {
    return opinions;
  }
  for (const entry of Array.isArray(read) ? (read as unknown[]) : []) {
    const { claim, verdict, reason } = (entry ?? {}) as Record<string, unknown>;
    const known = VERDICTS.find((one) => one === verdict);
    if (!known || !Number.isInteger(claim)) continue;
    const words = typeof reason === 'string' ? reason.slice(0, REASON_CHARACTERS) : '';
    opinions.set(Number(claim), { verdict: known, reason: words });
  }
  return opinions;
}
