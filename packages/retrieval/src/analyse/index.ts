export { analyseQuery } from './analyse-query.js';
export type { QueryTerm } from './analyse-query.js';
export { analyseText } from './analyse-text.js';
export { detectLanguage, likelyLanguages } from './detect-language.js';
export { foldAccents, foldCase } from './fold-text.js';
export { spellingDistance } from './spelling-distance.js';
export { splitWords } from './split-words.js';
export type { WordSpan } from './split-words.js';
