/** The sizes named in an error, in tokens. */
export interface NamedLimit {
  /** The window. */
  limitTokens: number | null;
  /** What the provider counted in the request. */
  sentTokens: number | null;
}

const NUMBER = String.raw`(\d[\d,._]*)`;
const near = (words: string) => new RegExp(words.replaceAll('#', NUMBER), 'iu');

/** The wording of OpenAI, vLLM, llama.cpp, LM Studio, Anthropic, Google, Mistral and compatible servers. */
const LIMITS = [
  near(String.raw`context limit: [\d,]+ \+ [\d,]+ > #`),
  near(String.raw`context length (?:is|of)(?: only)? #`),
  near(String.raw`tokens? > # (?:tokens )?(?:maximum|limit)`),
  near(
    String.raw`exceeds? (?:the )?(?:available |model'?s? )?context (?:size|length|window|limit)[^\d]{0,20}#`,
  ),
  near(String.raw`maximum number of (?:input )?tokens(?: allowed)?[^\d]{0,10}#`),
  near(String.raw`with # maximum context`),
  near(String.raw`(?:context|max_model_len|n_ctx|num_ctx|window)[\w" ]{0,20}[=:(]\s*#`),
  near(String.raw`(?:at most|limit (?:is|of)|maximum (?:is|of)) # (?:input )?tokens`),
];
const SENT = [
  near(String.raw`n_prompt_tokens"?\s*[=:]\s*#`),
  near(
    String.raw`(?:resulted in|requested|contains|there are|you sent|but got|prompt of) # (?:input )?tokens`,
  ),
  near(String.raw`too long: # tokens`),
  near(String.raw`input token count \(?#`),
  near(String.raw`(?:request|prompt|input) \(# tokens\)`),
  near(String.raw`keep the first # tokens`),
  near(String.raw`there are #`),
];

/** MOD-4: the limit that an error names. Implausible numbers are ignored. */
export function namedLimit(words: string): NamedLimit {
  const limitTokens = first(LIMITS, words);
  const sentTokens = first(SENT, words);
  return {
    limitTokens,
    sentTokens: sentTokens !== null && sentTokens > (limitTokens ?? 0) ? sentTokens : null,
  };
}

function first(patterns: readonly RegExp[], words: string): number | null {
  for (const pattern of patterns) {
    const digits = pattern.exec(words)?.[1]?.replaceAll(/[^\d]/gu, '');
    const value = digits ? Number(digits) : 0;
    if (Number.isSafeInteger(value) && value > 0 && value < 100_000_000) return value;
  }
  return null;
}
