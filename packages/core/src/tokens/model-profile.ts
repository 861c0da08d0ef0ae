/**
 * How the size of a window is known: set by a person, reported by the provider, named in an error, derived from the
 * provider's token count, known by the model's name, or assumed.
 */
export type WindowFrom = 'set' | 'provider' | 'error' | 'usage' | 'name' | 'assumed';

/**
 * What the engine needs to know about a model to fit a context.
 *
 * ```ts
 * import type { ModelProfile } from '@ibid/core';
 *
 * const profile: ModelProfile = {
 *   modelId: 'my-own-model',
 *   contextWindow: 32_000,
 *   maxOutputTokens: 4_000,
 *   vision: false,
 *   tokenizer: null,
 *   canForbidTools: true,
 *   cacheBreakpoints: 'none',
 * };
 * ```
 */
export interface ModelProfile {
  modelId: string;
  /** In tokens. */
  contextWindow: number;
  windowFrom?: WindowFrom;
  maxOutputTokens: number;
  vision: boolean;
  /** Encoding of the model's tokenizer, e.g. `o200k_base`. Null: unknown; the default with a margin is used. */
  tokenizer: string | null;
  /** Accepts `toolChoice: none` with definitions present, so the prefix stays valid on the last step. */
  canForbidTools: boolean;
  /** How cache breakpoints are marked, for providers that support them. */
  cacheBreakpoints: 'none' | 'anthropic';
}
