export {
  DescriptorError,
  DescriptorNotFound,
  InvalidDescriptorParameter,
  InvalidDescriptorRange,
  QuotaExceeded,
  WorkspaceFileExists,
  WorkspaceFileMissing,
  WorkspacePathRefused,
} from './descriptor-errors.js';
export type { DescriptorErrorType } from './descriptor-errors.js';
