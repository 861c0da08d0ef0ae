/** The packaged encodings. A model with any other tokenizer is counted with the default one and a margin. */
export type EncodingName = 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base';

/** The encoding for unknown models. */
export const DEFAULT_ENCODING: EncodingName = 'o200k_base';

const known: ReadonlySet<string> = new Set([
  'o200k_base',
  'o200k_harmony',
  'cl100k_base',
  'p50k_base',
  'r50k_base',
]);

export function isEncodingName(name: string): name is EncodingName {
  return known.has(name);
}

/** The encoding for counting a model's tokens: its own if known. */
export function encodingOf(model: { tokenizer: string | null }): EncodingName {
  return model.tokenizer !== null && isEncodingName(model.tokenizer) ? model.tokenizer : DEFAULT_ENCODING;
}
