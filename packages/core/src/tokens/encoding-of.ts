import { DEFAULT_ENCODING, type EncodingName, isEncodingName } from './encoding-name.js';

/** The encoding that a model's tokens are counted with: its own where it is known. */
export function encodingOf(model: { tokenizer: string | null }): EncodingName {
  return model.tokenizer !== null && isEncodingName(model.tokenizer) ? model.tokenizer : DEFAULT_ENCODING;
}
