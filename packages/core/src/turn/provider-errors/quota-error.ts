import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** Waiting does not help: the account has to be paid or the limit raised. */
export class QuotaError extends ProviderError {
  readonly code = 'quota';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The account at the provider of the model "${details.modelId}" has no credit left. Check billing there, or choose another model.`,
      details,
    );
  }
}
