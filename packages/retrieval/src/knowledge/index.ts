export {
  type Correction,
  asCorrected,
  correctionFigures,
  correctionsIn,
  correctionsOf,
  tellCorrections,
} from './corrections-of.js';
export { chunkPlace } from './chunk-place.js';
export type {
  AccessRule,
  Chunk,
  Item,
  ItemRevision,
  KnowledgeBase,
  Viewer,
  Visibility,
} from './knowledge-rows.js';
export type {
  CountRequest,
  Embedder,
  ItemFilter,
  ItemLink,
  KnowledgeStore,
  NamedItem,
  ListPage,
  SearchHit,
  SearchMode,
  SearchRequest,
  WordCorrection,
} from './knowledge-store.js';
export { EMPTY_DATE_RANGE } from './filter-fields.js';
export { dateBounds, daysOf, isEmptyDateRange, readCondition } from './item-conditions.js';
export type { MetadataCondition, ValueRange } from './item-conditions.js';
export { datedMetadata, documentDate } from './item-date.js';
export type { ItemDate } from './item-date.js';
