export { chunkDocument } from './chunk-document.js';
export type { ChunkDocumentOptions } from './chunk-document.js';
export { DEFAULT_CHUNK_SETTINGS } from './chunk-settings.js';
export type { ChunkSettings } from './chunk-settings.js';
export type { DocumentChunk } from './document-chunk.js';
