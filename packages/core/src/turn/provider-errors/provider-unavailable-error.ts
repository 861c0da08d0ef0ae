import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** No connection, or an answer of the 5xx kind. */
export class ProviderUnavailableError extends ProviderError {
  readonly code = 'unavailable';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider of the model "${details.modelId}" cannot be reached or has a failure of its own${details.statusCode ? ` (status ${details.statusCode})` : ''}. Check the address in the model settings, or try again later.`,
      details,
    );
  }
}
