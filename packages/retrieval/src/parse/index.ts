export type { BlockKind, DocumentBlock, DocumentPage, ParsedDocument } from './parsed-document.js';
