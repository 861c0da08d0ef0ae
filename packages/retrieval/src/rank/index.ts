export { amongMore, FEW as FEW_DOCUMENTS } from './among-more.js';
export { HEADING_WEIGHT, lengthPenalty, wordInformation, wordShare } from './bm25.js';
export { fuseScores } from './fuse-scores.js';
export type { FusedChunk, RankedChunk } from './fuse-scores.js';
export { aiSdkReranker } from './reranker.js';
export type { Reranker } from './reranker.js';
export { rerankingEndpoint } from './reranking-endpoint.js';
