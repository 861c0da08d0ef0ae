import { DescriptorError } from './descriptor-error.js';

/** An argument of a descriptor tool makes no sense; the message says which and why. */
export class InvalidDescriptorParameter extends DescriptorError {
  readonly code = 'invalid_descriptor_parameter';
  readonly type = 'invalid_parameter';
}
