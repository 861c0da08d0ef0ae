export { answerBalance, BALANCE_MEANING, describeBalance } from './answer-balance.js';
export type { AnswerBalance } from './answer-balance.js';
export { answerFound } from './answer-found.js';
export type { AnswerFound } from './answer-found.js';
export { AnswerCitations } from './answer-citations.js';
export type { AnswerCitationEvent, AnswerCitationsOptions, OpenClaim } from './answer-citations.js';
export { answerClaims } from './answer-claims.js';
export type { AnswerClaim, ClaimVerdict } from './answer-claims.js';
export type { AnswerText, CitationEvent, CitationMarker } from './citation-event.js';
export { checkCitations, readCitations } from './check-citations.js';
export { CitationStream } from './citation-stream.js';
export { quotedPassage } from './citation.js';
export type { Citation, CitationVerdict, Passage, SecondOpinion } from './citation.js';
export { sourceDate } from './claims-against.js';
export type { AgainstRow, ClaimAgainst, SourceDate } from './claims-against.js';
export { compareSentences } from './contradictions/compare-sentences.js';
export type { PlacedSentence } from './contradictions/compare-sentences.js';
export { findContradictions } from './contradictions/find-contradictions.js';
export type {
  Contradiction,
  ContradictionSearch,
  ContradictionSide,
} from './contradictions/find-contradictions.js';
export { findCounterEvidence } from './find-counter-evidence.js';
export type { CounterEvidence } from './find-counter-evidence.js';
export { listUncitedClaims } from './list-uncited-claims.js';
export type { UncitedClaim } from './list-uncited-claims.js';
export type { AnswerRepair, RepairChange } from './repair/answer-repair.js';
export { answerSpans } from './render/answer-spans.js';
export type { AnswerSpan } from './render/answer-spans.js';
export type { CitationMode, CitationRenderOptions } from './render/citation-mode.js';
export { CitationRenderer, renderCitations } from './render/citation-renderer.js';
export { formatSourceList } from './render/format-source-list.js';
export { listCitedSources } from './render/list-cited-sources.js';
export type { CitedSourceRow } from './render/list-cited-sources.js';
export { checkQuotes, quotesIn } from './verify/check-quotes.js';
export type { QuoteCheck } from './verify/check-quotes.js';
export type { ClaimCheck } from './verify/claim-check.js';
export { ClaimVerifier } from './verify/claim-verifier.js';
export type { ClaimSource } from './verify/claim-verifier.js';
export { refineWithEmbeddings } from './verify/refine-with-embeddings.js';
export type { EmbedTexts } from './verify/refine-with-embeddings.js';
export { refineWithReader } from './verify/refine-with-reader.js';
export type { ReadableClaim, SecondReader } from './verify/refine-with-reader.js';
export { toPassage } from './verify/to-passage.js';
export { splitSentences } from './verify/split-sentences.js';
export type { SentenceSpan } from './verify/split-sentences.js';
export { readTokens, saysOpposite, termsLike, unitNamed } from './verify/text-tokens.js';
export type { TextAmount, TextToken } from './verify/text-tokens.js';
