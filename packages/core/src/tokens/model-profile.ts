/**
 * Where the size of a window comes from: a person, the provider, a limit that an error named, the tokens that the
 * provider counted, the model's name, or nowhere.
 */
export type WindowFrom = 'set' | 'provider' | 'error' | 'usage' | 'name' | 'assumed';

/**
 * What the engine must know of a model to fit a context into it.
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
  /** Tokens. */
  contextWindow: number;
  windowFrom?: WindowFrom;
  maxOutputTokens: number;
  vision: boolean;
  /** Encoding of the model's own tokenizer, e.g. `o200k_base`; null: unknown, the default one with the margin. */
  tokenizer: string | null;
  /** Takes `toolChoice: none` while definitions stay, so that the prefix holds on the last step. */
  canForbidTools: boolean;
  /** How cache breakpoints are marked, for providers that take them. */
  cacheBreakpoints: 'none' | 'anthropic';
}
