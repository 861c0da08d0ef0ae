export type { AnswerText, CitationEvent, CitationMarker } from './citation-event.js';
export { CitationStream } from './citation-stream.js';
export type { Citation, CitationVerdict, Passage } from './citation.js';
