export {
  type Correction,
  correctionFigures,
  correctionsIn,
  correctionsOf,
  tellCorrections,
} from './corrections-of.js';
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
  WordCorrection,
} from './knowledge-store.js';
