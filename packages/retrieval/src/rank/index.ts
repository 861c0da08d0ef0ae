export { fuseRanks } from './fuse-ranks.js';
export type { FusedChunk, ScoredChunk } from './fuse-ranks.js';
