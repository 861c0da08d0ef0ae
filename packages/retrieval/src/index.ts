// Read documents
export { parseDocument } from './parse/parse-document.js';
export { ParseError } from './parse/parse-error.js';
export { chunkDocument } from './chunk/chunk-document.js';

// Fill a knowledge base
export { ingestFiles } from './ingest/ingest-files.js';
export { syncFolder } from './ingest/sync-folder.js';
export type { IngestSource } from './ingest/ingest-types.js';

// Plug in a source
export { defineConnector } from './connectors/connector.js';
export type { Connector } from './connectors/connector.js';
export { ConnectorError } from './connectors/connector-error.js';

// Search
export type { KnowledgeStore, Embedder } from './knowledge/knowledge-store.js';
export type { Viewer } from './knowledge/knowledge-rows.js';
export { ScopedKnowledge } from './agentic/scoped-knowledge.js';
export { analyseText } from './analyse/analyse-text.js';
export { EmbedderUnavailable } from './embed/embedder-unavailable.js';
export { openLocalEmbedder } from './embed/open-local-embedder.js';
export { openAiSdkEmbedder } from './embed/ai-sdk-embedder.js';
export { unitVector } from './embed/unit-vector.js';
export { aiSdkReranker } from './rank/reranker.js';
export type { Reranker } from './rank/reranker.js';

// Give a model tools
export { retrieveContextTool } from './retrieve-context/retrieve-context.js';
export { agenticContextSearch } from './agentic/agentic-context-search.js';
export { defaultRetrievalSettings } from './agentic/retrieval-settings.js';
export { createWebSearchTool } from './open-url/web-search-tool.js';
export type { WebSearchProvider } from './open-url/web-search-tool.js';
export { extractiveModel } from './extractive/extractive-model.js';

// Ask many documents the same questions
export { fillEvidenceRow } from './evidence/fill-evidence-row.js';
