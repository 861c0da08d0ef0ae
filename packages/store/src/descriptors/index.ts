export { DatabaseDescriptorStore } from './database-descriptor-store.js';
export type { DatabaseDescriptorStoreOptions } from './database-descriptor-store.js';
export { deleteDescriptors } from './delete-descriptors.js';
export { forkDescriptors } from './fork-descriptors.js';
