export { countTokens, countTokensInSlices, countTokensUncached } from './count-tokens.js';
export { DEFAULT_ENCODING, isEncodingName } from './encoding-name.js';
export type { EncodingName } from './encoding-name.js';
export type { KeptCounts } from './kept-counts.js';
export { imageTokens } from './image-tokens.js';
export { modelProfileOf } from './model-profile-of.js';
