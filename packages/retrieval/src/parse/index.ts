export { parseDocument } from './parse-document.js';
export type { ParseDocumentOptions } from './parse-document.js';
export { ParseError } from './parse-error.js';
export type { ParseFailure } from './parse-error.js';
export { DEFAULT_PARSE_LIMITS } from './parse-limits.js';
export type { ParseLimits } from './parse-limits.js';
export { plainName, withoutDeceptive } from './plain-label.js';
export { titleFromName } from './title-from-name.js';
export type { BlockKind, DocumentBlock, DocumentPage, ParsedDocument } from './parsed-document.js';
