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
export { PreparePool } from './prepare-pool.js';
export type { PreparePoolOptions, PrepareRequest } from './prepare-pool.js';
export type { PreparedDocument, PrepareResult } from './prepared-document.js';
