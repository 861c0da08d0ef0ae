import { IbidError } from '../../errors/ibid-error.js';

/**
 * FD-5: what a model is told in `<fd_error type>`.
 *
 * ```ts
 * import type { DescriptorErrorType } from '@ibid/core';
 *
 * const canTryAgain = (type: DescriptorErrorType) => type !== 'quota_exceeded';
 * ```
 */
export type DescriptorErrorType =
  | 'not_found'
  | 'invalid_range'
  | 'invalid_parameter'
  | 'file_exists'
  | 'file_not_found'
  | 'permission_error'
  | 'quota_exceeded';

/**
 * Base of what goes wrong with descriptors and the files made from them.
 *
 * ```ts
 * import { DescriptorError } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof DescriptorError ? error.code : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export abstract class DescriptorError extends IbidError {
  abstract readonly type: DescriptorErrorType;
}
