import { ProviderError, type ProviderErrorDetails } from './provider-error.js';

/**
 * The key is missing, wrong, or has no right to the model.
 *
 * ```ts
 * import { AuthenticationError } from '@ibid/core';
 *
 * function advise(error: unknown) {
 *   return error instanceof AuthenticationError ? 'Check the key of the provider.' : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
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
