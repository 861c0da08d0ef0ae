import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** The key is missing, wrong, or has no right to the model. */
export class AuthenticationError extends ProviderError {
  readonly code = 'authentication';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider refused the key for the model "${details.modelId}". Check the API key in the model settings.`,
      details,
    );
  }
}
