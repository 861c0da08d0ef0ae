import { countTokensUncached } from '@ibid/core/internal';

/**
 * Tokens in the default encoding. Not the engine's counter that remembers every text: pieces of documents are counted
 * once and never again.
 */
export function countTokens(text: string): number {
  return countTokensUncached(text);
}
