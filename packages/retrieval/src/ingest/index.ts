export { ingestFiles } from './ingest-files.js';
export { reportOf } from './report-of.js';
export type { IngestFilesOptions, IngestOptions } from './ingest-files.js';
export type {
  IngestOutcome,
  IngestProgress,
  IngestReport,
  IngestSource,
  IngestStatus,
} from './ingest-types.js';
export type {
  KnowledgeWriter,
  NewChunk,
  NewItem,
  PutItemRequest,
  StoredItemState,
} from './knowledge-writer.js';
export { pipelineVersion } from './pipeline-version.js';
export type { PoolOcr } from './recognised-pages.js';
export { PreparePool } from './prepare-pool.js';
export type { PreparePoolOptions, PrepareRequest } from './prepare-pool.js';
export type { PreparedDocument, PrepareResult } from './prepared-document.js';
export type { ReadingAttempts, Refusal } from './reading-attempts.js';
export { syncFolder } from './sync-folder.js';
export type { SyncFolderOptions } from './sync-folder.js';
export { TwinItems } from './twin-items.js';
export { walkFolder } from './walk-folder.js';
export type { FolderFile, FolderListing, LinkPolicy } from './walk-folder.js';
