import { DescriptorError } from './descriptor-error.js';

/**
 * An argument of a descriptor tool makes no sense; the message says which and why.
 *
 * ```ts
 * import { InvalidDescriptorParameter } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof InvalidDescriptorParameter ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class InvalidDescriptorParameter extends DescriptorError {
  readonly code = 'invalid_descriptor_parameter';
  readonly type = 'invalid_parameter';
}
