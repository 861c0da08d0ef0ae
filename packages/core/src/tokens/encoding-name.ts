/** Encodings that are packaged. A model with any other tokenizer is counted with the default one and a margin. */
export type EncodingName = 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base';

/**
 * ```ts
 * import { countTokens, DEFAULT_ENCODING } from '@ibid/core';
 *
 * console.log(countTokens('Hello', DEFAULT_ENCODING)); // 1
 * ```
 */
export const DEFAULT_ENCODING: EncodingName = 'o200k_base';

const known: ReadonlySet<string> = new Set([
  'o200k_base',
  'o200k_harmony',
  'cl100k_base',
  'p50k_base',
  'r50k_base',
]);

/**
 * ```ts
 * import { isEncodingName } from '@ibid/core';
 *
 * console.log(isEncodingName('o200k_base'), isEncodingName('other')); // true false
 * ```
 */
export function isEncodingName(name: string): name is EncodingName {
  return known.has(name);
}
