import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** The provider understood us and says the request itself is wrong. */
export class InvalidRequestError extends ProviderError {
  readonly code = 'invalid-request';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(`The provider did not accept the request for the model "${details.modelId}".`, details);
  }
}
