export { AnswerCitations } from './answer-citations.js';
export type { AnswerCitationEvent, AnswerCitationsOptions } from './answer-citations.js';
export type { AnswerText, CitationEvent, CitationMarker } from './citation-event.js';
export { CitationStream } from './citation-stream.js';
export type { Citation, CitationVerdict, Passage } from './citation.js';
export type { ClaimCheck } from './verify/claim-check.js';
export { ClaimVerifier } from './verify/claim-verifier.js';
