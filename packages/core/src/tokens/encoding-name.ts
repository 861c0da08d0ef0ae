/**
 * Encodings that are packaged. A model with any other tokenizer is counted with the default one and a margin.
 */
export type EncodingName = 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base';

/** How tokens are counted where the model is not known. */
export const DEFAULT_ENCODING: EncodingName = 'o200k_base';

const known: ReadonlySet<string> = new Set([
  'o200k_base',
  'o200k_harmony',
  'cl100k_base',
  'p50k_base',
  'r50k_base',
]);

/** Whether tokens can be counted by an encoding of this name. */
export function isEncodingName(name: string): name is EncodingName {
  return known.has(name);
}

/** The encoding that a model's tokens are counted with: its own where it is known. */
export function encodingOf(model: { tokenizer: string | null }): EncodingName {
  return model.tokenizer !== null && isEncodingName(model.tokenizer) ? model.tokenizer : DEFAULT_ENCODING;
}
