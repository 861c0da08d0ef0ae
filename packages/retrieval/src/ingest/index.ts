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
