export { compareVersions } from './compare-versions.js';
export type { LineChange } from './compare-versions.js';
export { countLines } from './count-lines.js';
export {
  defaultDescriptorSettings,
  descriptorSettingsFor,
  validateDescriptorSettings,
} from './descriptor-settings.js';
export type { DescriptorSettings } from './descriptor-settings.js';
export type {
  DescriptorMetadata,
  DescriptorName,
  DescriptorOrigin,
  DescriptorStore,
  ReferenceCategory,
} from './descriptor-store.js';
export * from './errors/index.js';
export { expandDescriptors } from './expand-descriptors.js';
export type { Handle } from './handle.js';
export { MemoryDescriptorStore } from './memory-descriptor-store.js';
export type { DescriptorSnapshot, MemoryDescriptorStoreOptions } from './memory-descriptor-store.js';
export { needsDescriptor } from './needs-descriptor.js';
export { cutsPair, pageEnd, wholeCharacterEnd } from './page-end.js';
export { pageStarts } from './page-starts.js';
export { referenceCategory } from './reference-category.js';
export { referenceFileName } from './reference-file-name.js';
export { readReferences } from './reference-tags/read-references.js';
export type { WrittenReferenceSpan } from './reference-tags/read-references.js';
export { referenceHistoryView } from './reference-tags/reference-history-view.js';
export { ReferenceStream } from './reference-tags/reference-stream.js';
export type { ReferenceStreamEvent } from './reference-tags/reference-stream.js';
export type { StoredReference } from './reference-tags/stored-reference.js';
export { suggestFileName } from './reference-tags/suggest-file-name.js';
export { renderDescriptorPreview } from './render-preview.js';
export { lineMatcher } from './search/line-matcher.js';
export type { LineMatcher } from './search/line-matcher.js';
export { searchDescriptor } from './search/search-descriptor.js';
export type { DescriptorSearchResult, ShownLine } from './search/search-descriptor.js';
export { descriptorTools } from './tools/descriptor-tools.js';
export type { DescriptorToolOptions } from './tools/descriptor-tool-options.js';
export type { InsertPosition, Workspace, WorkspaceFile, WorkspaceWrite } from './workspace.js';
export { allowedInXml } from './xml.js';
export type { XmlAttributes } from './xml.js';
