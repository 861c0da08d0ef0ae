import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** The stream ended without saying that it was complete. */
export class StreamInterruptedError extends ProviderError {
  readonly code = 'stream-interrupted';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The connection to the model "${details.modelId}" broke in the middle of the answer. What had arrived is kept; try again for the rest.`,
      details,
    );
  }
}
