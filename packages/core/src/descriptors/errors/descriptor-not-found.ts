import { DescriptorError } from './descriptor-error.js';

/** There is no text under this handle, or not in this branch of the conversation. */
export class DescriptorNotFound extends DescriptorError {
  readonly code = 'descriptor_not_found';
  readonly type = 'not_found';
  readonly descriptor: string;

  constructor(descriptor: string) {
    super(
      `There is no ${descriptor} in this branch of the conversation. ` +
        'Take a handle that was shown before; list_refs() gives the named ones.',
    );
    this.descriptor = descriptor;
  }
}
