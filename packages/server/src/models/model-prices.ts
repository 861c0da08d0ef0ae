import type { TokenUsage } from '@ibid/core/internal';

/** US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  cachedInput?: number;
}

/**
 * List prices of common models, by the start of their name; the longest match wins. Settings can add and correct
 * prices.
 */
const KNOWN: Record<string, ModelPrice> = {
  'gpt-5': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gpt-5-mini': { input: 0.25, output: 2, cachedInput: 0.025 },
  'gpt-5-nano': { input: 0.05, output: 0.4, cachedInput: 0.005 },
  'gpt-4.1': { input: 2, output: 8, cachedInput: 0.5 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cachedInput: 0.1 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, cachedInput: 0.025 },
  'gpt-4o': { input: 2.5, output: 10, cachedInput: 1.25 },
  'gpt-4o-mini': { input: 0.15, output: 0.6, cachedInput: 0.075 },
  'claude-opus-4': { input: 15, output: 75, cachedInput: 1.5 },
  'claude-sonnet-4': { input: 3, output: 15, cachedInput: 0.3 },
  'claude-haiku-4': { input: 1, output: 5, cachedInput: 0.1 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cachedInput: 0.31 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cachedInput: 0.075 },
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cachedInput: 0.025 },
  'mistral-large': { input: 2, output: 6 },
  'mistral-small': { input: 0.1, output: 0.3 },
};

/** Undefined: the price is unknown, which does not mean free. */
export function priceOf(
  modelId: string,
  settings: Readonly<Record<string, ModelPrice>> = {},
): ModelPrice | undefined {
  const bare = modelId.split('/').at(-1) ?? modelId;
  const set = settings[modelId] ?? settings[bare];
  if (set) return set;
  if (modelId.startsWith('ibid/') || modelId.startsWith('ollama/')) return { input: 0, output: 0 };
  const name = Object.keys(KNOWN)
    .filter((known) => bare.startsWith(known))
    .toSorted((one, other) => other.length - one.length)[0];
  return name === undefined ? undefined : KNOWN[name];
}

/** MOD-3. */
export function costOf(price: ModelPrice, usage: TokenUsage): number {
  const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens);
  const input = (usage.inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + usage.outputTokens * price.output) / 1_000_000;
}
