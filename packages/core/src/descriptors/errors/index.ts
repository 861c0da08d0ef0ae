export { DescriptorError } from './descriptor-error.js';
export type { DescriptorErrorType } from './descriptor-error.js';
export { DescriptorNotFound } from './descriptor-not-found.js';
export { InvalidDescriptorParameter } from './invalid-descriptor-parameter.js';
export { InvalidDescriptorRange } from './invalid-descriptor-range.js';
export { QuotaExceeded } from './quota-exceeded.js';
export { WorkspaceFileExists } from './workspace-file-exists.js';
export { WorkspaceFileMissing } from './workspace-file-missing.js';
export { WorkspacePathRefused } from './workspace-path-refused.js';
