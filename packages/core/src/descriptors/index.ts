export type {
  DescriptorMetadata,
  DescriptorName,
  DescriptorOrigin,
  DescriptorStore,
  ReferenceCategory,
} from './descriptor-store.js';
