export type { Citation, CitationVerdict, Passage } from './citation.js';
