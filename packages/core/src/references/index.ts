export { sourceIdOf } from './retrieved-chunk.js';
export type { RetrievedChunk } from './retrieved-chunk.js';
export { SourceLedger } from './source-ledger.js';
export type { Source, SourceLedgerSnapshot } from './source.js';
