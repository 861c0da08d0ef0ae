export type { AccessRule, Chunk, Item, KnowledgeBase, Viewer, Visibility } from './knowledge-rows.js';
export type {
  CountRequest,
  Embedder,
  ItemFilter,
  ItemLink,
  KnowledgeStore,
  NamedItem,
  Page,
  SearchHit,
  SearchMode,
  SearchRequest,
} from './knowledge-store.js';
