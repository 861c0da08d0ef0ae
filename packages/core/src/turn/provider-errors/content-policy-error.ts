import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** A filter of the provider stopped the request or the answer. */
export class ContentPolicyError extends ProviderError {
  readonly code = 'content-policy';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider of the model "${details.modelId}" refused this content under its policy. Rephrase the question or choose another model.`,
      details,
    );
  }
}
