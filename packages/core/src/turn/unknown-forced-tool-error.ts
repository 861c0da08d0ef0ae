import { IbidError } from '../errors/ibid-error.js';

/** The caller forces a tool that it does not offer. */
export class UnknownForcedToolError extends IbidError {
  readonly code = 'unknown-forced-tool';
  readonly retryable = false;

  constructor(toolName: string) {
    super(
      `The tool "${toolName}" was to be used but is not available in this conversation. Choose another one.`,
    );
  }
}
