import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

const NONE_DISALLOWED = { disallowedSpecial: new Set<string>() };

/**
 * Tokens in the default encoding. Text that looks like a control token is counted as the text it is. Not the engine's
 * counter: that one remembers every text, and pieces of documents are counted once and never again.
 */
export function countTokens(text: string): number {
  return count(text, NONE_DISALLOWED);
}
