// `@ibid/core/citations`: numbering sources and checking citations only.
export { SourceLedger } from '../sources/source-ledger.js';
export type { SourceLedgerSnapshot, Source } from '../sources/source.js';
export { checkCitations } from '../citations/check-citations.js';
export { AnswerCitations } from '../citations/answer-citations.js';
export type { Citation } from '../citations/citation.js';
export { answerClaims } from '../citations/answer-claims.js';
export { answerBalance, describeBalance } from '../citations/answer-balance.js';
export { answerFound } from '../citations/answer-found.js';
export { renderCitations } from '../citations/render/citation-renderer.js';
export { answerSpans } from '../citations/render/answer-spans.js';
export { formatSourceList } from '../citations/render/format-source-list.js';
