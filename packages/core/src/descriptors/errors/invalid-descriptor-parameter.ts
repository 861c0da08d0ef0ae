import { DescriptorError } from './descriptor-error.js';

export class InvalidDescriptorParameter extends DescriptorError {
  readonly code = 'invalid_descriptor_parameter';
  readonly type = 'invalid_parameter';
}
