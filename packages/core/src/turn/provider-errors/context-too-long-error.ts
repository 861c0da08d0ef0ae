import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** The provider counted more tokens than its window holds. */
export class ContextTooLongError extends ProviderError {
  readonly code = 'context-too-long';
  readonly retryable = false;

  constructor(details: ProviderErrorDetails) {
    super(
      `The conversation is too long for the model "${details.modelId}". Start a new conversation, attach less, or choose a model with a larger window.`,
      details,
    );
  }
}
