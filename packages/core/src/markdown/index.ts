export { MarkdownCodeScanner } from './code-scanner.js';
export type { CodeKind, CodeSegment } from './code-segment.js';
export { MAX_INLINE_CODE } from './inline-code.js';
