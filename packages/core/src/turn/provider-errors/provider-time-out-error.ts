import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** Silence: before the first token or in the middle of the stream. */
export class ProviderTimeOutError extends ProviderError {
  readonly code = 'time-out';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The model "${details.modelId}" gave nothing for too long. Try again, or raise the time limit in the model settings.`,
      details,
    );
  }
}
