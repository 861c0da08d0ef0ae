import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/** Too many requests or tokens for now. */
export class RateLimitError extends ProviderError {
  readonly code = 'rate-limit';
  readonly retryable = true;

  constructor(details: ProviderErrorDetails) {
    super(
      `The provider takes no more requests for the model "${details.modelId}" right now${waitHint(details)}. Try again later.`,
      details,
    );
  }
}

function waitHint({ retryAfterMilliseconds }: ProviderErrorDetails): string {
  if (!retryAfterMilliseconds) return '';
  return ` and asks to wait ${Math.ceil(retryAfterMilliseconds / 1000)} s`;
}
