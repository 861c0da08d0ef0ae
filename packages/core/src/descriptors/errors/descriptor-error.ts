import { IbidError } from '../../errors/ibid-error.js';

/** FD-5: what a model is told in `<fd_error type>`. */
export type DescriptorErrorType =
  | 'not_found'
  | 'invalid_range'
  | 'invalid_parameter'
  | 'file_exists'
  | 'file_not_found'
  | 'permission_error'
  | 'quota_exceeded';

/** Base of what goes wrong with descriptors and the files made from them. */
export abstract class DescriptorError extends IbidError {
  abstract readonly type: DescriptorErrorType;
}
