import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** The name is wrong, or the account does not have it. */
export class UnknownModelError extends ProviderError {
  readonly code = 'unknown-model';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider does not know the model "${details.modelId}". Check its name in the model settings.`,
      details,
    );
  }
}
