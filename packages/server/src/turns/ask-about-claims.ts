import type { LanguageModelV4 } from '@ai-sdk/provider';
import { convertUsage, fitRequest, type FittedRequest } from '@ibid/core/internal';
import type { TokenUsage } from '@ibid/core/internal';
import type { ModelProfile } from '@ibid/core';

/** The model for small tasks, with a callback for its usage. */
export interface SmallModel {
  model: LanguageModelV4;
  modelId: string;
  profile: ModelProfile;
  onUsage: (usage: TokenUsage) => void;
}

export interface ClaimInWords {
  /** Everything before its passages. */
  lines: string[];
  /** Each with its name. */
  passages: { name: string; text: string }[];
}

const PATIENCE_MILLISECONDS = 40_000;
const OUTPUT_TOKENS = 200;
/** Per passage. If the window is small, passages are shortened first, then fewer claims are submitted. */
const PASSAGE_CHARACTERS = [2_500, 1_200, 600, 300];
/** Share of the window for the answers: a truncated answer cannot be parsed. */
const OUTPUT_SHARE = 0.5;

/**
 * CIT-8: one call about all claims of an answer, fitted to the window. Returns the answers by position of the claim.
 */
export async function askAboutClaims(
  { model, profile, onUsage }: SmallModel,
  options: { system: string; claims: readonly ClaimInWords[]; outputTokens: number },
): Promise<Map<number, Record<string, unknown>>> {
  const request = fitClaims(profile, options);
  if (!request) return new Map();
  const { content, usage } = await model.doGenerate({
    prompt: request.prompt,
    maxOutputTokens: request.maxOutputTokens,
    abortSignal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  onUsage(convertUsage(usage));
  return readAnswers(content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
}

function fitClaims(
  profile: ModelProfile,
  options: { system: string; claims: readonly ClaimInWords[]; outputTokens: number },
): FittedRequest | null {
  for (let count = options.claims.length; count > 0; count--) {
    const outputTokens = OUTPUT_TOKENS + options.outputTokens * count;
    for (const characters of PASSAGE_CHARACTERS) {
      const text = options.claims
        .slice(0, count)
        .map((claim, index) => written(claim, index + 1, characters))
        .join('\n\n');
      const request = fitRequest({
        system: [options.system],
        user: [text],
        outputTokens,
        outputShare: OUTPUT_SHARE,
        window: profile,
      });
      if (request?.maxOutputTokens === outputTokens) return request;
    }
  }
  return null;
}

function written({ lines, passages }: ClaimInWords, number: number, characters: number): string {
  return [
    `Claim ${number}: ${lines.join('\n')}`,
    'Passages:',
    ...passages.map(({ name, text }) => `${name}${JSON.stringify(text.slice(0, characters))}`),
  ].join('\n');
}

/** By position of the claim, from 0. Ignores other text: models write around what they are asked for. */
function readAnswers(text: string): Map<number, Record<string, unknown>> {
  const answers = new Map<number, Record<string, unknown>>();
  let read: unknown = null;
  try {
    read = JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1));
  } catch {
    return answers;
  }
  for (const entry of Array.isArray(read) ? (read as unknown[]) : []) {
    const answer = (entry ?? {}) as Record<string, unknown>;
    if (Number.isInteger(answer['claim'])) answers.set(Number(answer['claim']) - 1, answer);
  }
  return answers;
}
