export { countLines } from './count-lines.js';
export { defaultDescriptorSettings } from './descriptor-settings.js';
export type { DescriptorSettings } from './descriptor-settings.js';
export type {
  DescriptorMetadata,
  DescriptorName,
  DescriptorOrigin,
  DescriptorStore,
  ReferenceCategory,
} from './descriptor-store.js';
export { needsDescriptor } from './needs-descriptor.js';
export { pageEnd } from './page-end.js';
export { pageEndByTokens } from './page-end-by-tokens.js';
export { pageStarts } from './page-starts.js';
export { renderDescriptorPreview } from './render-preview.js';
export { splitPages } from './split-pages.js';
export type { PageSize } from './split-pages.js';
export { escapeXmlAttribute, escapeXmlText, xmlElement } from './xml.js';
export type { XmlAttributes } from './xml.js';
