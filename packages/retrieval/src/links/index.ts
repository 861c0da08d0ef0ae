export { linkNames } from './link-names.js';
export { linkWords } from './link-words.js';
export { NameMatcher } from './name-matcher.js';
export type { NameMention } from './name-matcher.js';
