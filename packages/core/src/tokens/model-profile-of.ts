import type { ModelProfile } from './model-profile.js';

type Family = Omit<ModelProfile, 'modelId'> & { pattern: RegExp };

const openai = {
  vision: true,
  tokenizer: 'o200k_base',
  canForbidTools: true,
  cacheBreakpoints: 'none',
} as const;
const anthropic = {
  vision: true,
  tokenizer: null,
  canForbidTools: true,
  cacheBreakpoints: 'anthropic',
} as const;
const other = { tokenizer: null, canForbidTools: true, cacheBreakpoints: 'none' } as const;
/** Models served by any local server. Many ignore a forbidden tool choice, so definitions are left out. */
const local = { tokenizer: null, canForbidTools: false, cacheBreakpoints: 'none' } as const;

/** First match wins, so narrower patterns come before wider ones. */
const families: readonly Family[] = [
  { pattern: /^gpt-5(\.\d+)?-chat/, contextWindow: 128_000, maxOutputTokens: 16_384, ...openai },
  { pattern: /^gpt-5/, contextWindow: 400_000, maxOutputTokens: 128_000, ...openai },
  { pattern: /^gpt-4\.1/, contextWindow: 1_047_576, maxOutputTokens: 32_768, ...openai },
  { pattern: /^(gpt-4o|chatgpt-4o)/, contextWindow: 128_000, maxOutputTokens: 16_384, ...openai },
  {
    pattern: /^gpt-4-turbo/,
    contextWindow: 128_000,
    maxOutputTokens: 4096,
    ...openai,
    tokenizer: 'cl100k_base',
  },
  {
    pattern: /^gpt-4/,
    contextWindow: 8192,
    maxOutputTokens: 4096,
    ...openai,
    vision: false,
    tokenizer: 'cl100k_base',
  },
  {
    pattern: /^gpt-3\.5/,
    contextWindow: 16_385,
    maxOutputTokens: 4096,
    ...openai,
    vision: false,
    tokenizer: 'cl100k_base',
  },
  {
    pattern: /^gpt-oss/,
    contextWindow: 131_072,
    maxOutputTokens: 32_768,
    ...openai,
    vision: false,
    tokenizer: 'o200k_harmony',
    canForbidTools: false,
  },
  { pattern: /^o[134]-mini/, contextWindow: 200_000, maxOutputTokens: 100_000, ...openai },
  { pattern: /^o[134]/, contextWindow: 200_000, maxOutputTokens: 100_000, ...openai },
  { pattern: /^claude-3-(opus|sonnet|haiku)/, contextWindow: 200_000, maxOutputTokens: 4096, ...anthropic },
  { pattern: /^claude-3-5/, contextWindow: 200_000, maxOutputTokens: 8192, ...anthropic },
  { pattern: /^claude-opus-4(-0|-1|-2025)/, contextWindow: 200_000, maxOutputTokens: 32_000, ...anthropic },
  { pattern: /^claude/, contextWindow: 200_000, maxOutputTokens: 64_000, ...anthropic },
  { pattern: /^gemini-1\.5-pro/, contextWindow: 2_097_152, maxOutputTokens: 8192, vision: true, ...other },
  { pattern: /^gemini-(1\.5|2\.0)/, contextWindow: 1_048_576, maxOutputTokens: 8192, vision: true, ...other },
  { pattern: /^gemini/, contextWindow: 1_048_576, maxOutputTokens: 65_536, vision: true, ...other },
  {
    pattern: /^(mistral|magistral|ministral|codestral)/,
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    vision: false,
    ...other,
  },
  { pattern: /^pixtral/, contextWindow: 128_000, maxOutputTokens: 16_384, vision: true, ...other },
  { pattern: /^grok/, contextWindow: 131_072, maxOutputTokens: 32_768, vision: false, ...other },
  { pattern: /^deepseek/, contextWindow: 128_000, maxOutputTokens: 8192, vision: false, ...other },
  { pattern: /^command-(r|a)/, contextWindow: 128_000, maxOutputTokens: 4096, vision: false, ...other },
  { pattern: /^llama-?(3\.[1-3]|4)/, contextWindow: 128_000, maxOutputTokens: 8192, vision: false, ...local },
  { pattern: /^llama/, contextWindow: 8192, maxOutputTokens: 4096, vision: false, ...local },
  { pattern: /^(qwen|qwq)/, contextWindow: 32_768, maxOutputTokens: 8192, vision: false, ...local },
  { pattern: /^gemma/, contextWindow: 8192, maxOutputTokens: 4096, vision: false, ...local },
  { pattern: /^phi/, contextWindow: 16_384, maxOutputTokens: 4096, vision: false, ...local },
];

/** Small enough for nearly every model in use: too small a window costs room, too large a one fails the turn. */
const unknown = { contextWindow: 8192, maxOutputTokens: 2048, vision: false, ...local } as const;

/**
 * What is known about a model from its name, ignoring a provider prefix (`openai/gpt-4o`). `overrides`, set by the
 * administrator or reported by the provider, win.
 *
 * ```ts
 * import { modelProfileOf } from '@ibid/core';
 *
 * console.log(modelProfileOf('my-own-model', { contextWindow: 16_000 }).contextWindow); // 16000
 * ```
 */
export function modelProfileOf(
  modelId: string,
  overrides: Partial<Omit<ModelProfile, 'modelId'>> = {},
): ModelProfile {
  const bare = modelId.toLowerCase().split('/').at(-1) ?? '';
  const family = families.find(({ pattern }) => pattern.test(bare));
  const { pattern: _pattern, ...known } = family ?? { ...unknown, pattern: null };
  return { modelId, ...known, windowFrom: family ? 'name' : 'assumed', ...overrides };
}
