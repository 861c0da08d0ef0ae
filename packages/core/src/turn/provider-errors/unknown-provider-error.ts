import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** Whatever could not be told apart. */
export class UnknownProviderError extends ProviderError {
  readonly code = 'provider-failed';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The model "${details.modelId}" failed for an unknown reason. Try again, or choose another model.`,
      details,
    );
  }
}
